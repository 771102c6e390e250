import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Something that a rule is broken by: the rule, the element, and what would mend it. */
export interface Violation {
  readonly rule: string;
  readonly element: string;
  readonly problem: string;
}

/** What depends on colors alone. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe-core finds wrong with a page as it stands, in light colors, and with its dark ones. The
 * page's context must bypass its CSP.
 */
export async function violationsOn(page: Page): Promise<Violation[]> {
  const violations = await violated(page, RULES);
  await page.emulateMedia({ colorScheme: 'dark' });
  violations.push(...(await violated(page, COLOR_RULES)));
  await page.emulateMedia({ colorScheme: 'light' });
  return violations;
}

async function violated(page: Page, rules: readonly string[]): Promise<Violation[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  return await page.evaluate<Violation[]>(`axe
    .run(document, { runOnly: ${JSON.stringify(rules)} })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ rule: id, element: html, problem: failureSummary }))))`);
}

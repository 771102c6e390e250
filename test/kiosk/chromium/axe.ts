import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The tags of the rules that are checked in light colors. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A rule that an element violates. */
export interface Violation {
  readonly rule: string;
  /** The HTML of the element. */
  readonly element: string;
  /** An explanation of how to fix the violation. */
  readonly problem: string;
}

/** The rules that depend on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the violations that axe-core finds on a page in light colors, and the violations of
 * {@link COLOR_RULES} in dark colors. The browser context of the page must have the option `bypassCSP`.
 */
export async function violationsOn(page: Page): Promise<Violation[]> {
  return [...(await violationsInLight(page)), ...(await violationsInDark(page))];
}

/** Returns the violations that axe-core finds on a page in light colors. */
export function violationsInLight(page: Page): Promise<Violation[]> {
  return runAxe(page, RULES);
}

/** Returns the violations of {@link COLOR_RULES} that axe-core finds on a page in dark colors. */
export async function violationsInDark(page: Page): Promise<Violation[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const violations = await runAxe(page, COLOR_RULES);
  await page.emulateMedia({ colorScheme: 'light' });
  return violations;
}

async function runAxe(page: Page, rules: readonly string[]): Promise<Violation[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  return await page.evaluate<Violation[]>(`axe
    .run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ rule: id, element: html, problem: failureSummary }))))`);
}

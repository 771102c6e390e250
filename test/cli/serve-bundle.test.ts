import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compile, ROOT } from './compiled.js';

/** Returns the files of the package and the names of other modules that a file imports, also indirectly. */
function importedBy(file: string, found: Set<string> = new Set()): Set<string> {
  found.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/^import\b.*"([^"]+)";$/gm)) {
    const imported = name.startsWith('.') ? join(file, '..', name) : name;
    if (imported.startsWith('/') && !found.has(imported)) importedBy(imported, found);
    found.add(imported);
  }
  return found;
}

it('carrel serve loads no code that indexes, applies changes, or answers OPDS, SRU and assistants, before it is used', () => {
  compile();
  const imported = importedBy(join(ROOT, 'dist/serve.js'));
  expect(imported).toContain('lru-cache');
  expect(imported).not.toContain('minisearch');
  const files = [...imported].filter((name) => name.startsWith(ROOT));
  expect(files.filter((name) => /mcp-(?:sdk|server)/.test(name))).toEqual([]);
  const text = files.map((file) => readFileSync(file, 'utf8')).join('');
  expect(text).toContain('function runServer(');
  for (const name of [
    'createChangeChecker',
    'createChangesPreparer',
    'encodeCatalog',
    'createOpds',
    'createSru',
  ]) {
    expect(text).not.toContain(`function ${name}(`);
  }
});

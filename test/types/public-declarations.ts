import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../cli/compiled.js';

/** The declaration files of the package exports. */
const ENTRIES = Object.entries<{ readonly types: string }>(
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).exports,
).flatMap(([path, { types }]) =>
  types === undefined ? [] : [{ name: join('carrel', path), file: join(ROOT, types) }],
);

/** A declaration in a file, or an export of another file under another name. */
interface Declared {
  readonly file: string;
  readonly name: string;
}

/** What a declaration file contains. */
interface DeclarationFile {
  /** The text of each declaration by its name, without comments. */
  readonly declarations: ReadonlyMap<string, string>;
  readonly imports: ReadonlyMap<string, Declared>;
  readonly exports: ReadonlyMap<string, Declared>;
  /** The files from which everything is exported. */
  readonly exportsAllOf: readonly string[];
}

const files = new Map<string, DeclarationFile>();

function readDeclarations(file: string): DeclarationFile {
  const known = files.get(file);
  if (known !== undefined) return known;
  const declarations = new Map<string, string>();
  const imports = new Map<string, Declared>();
  const exports = new Map<string, Declared>();
  const exportsAllOf: string[] = [];
  const text = readFileSync(file, 'utf8').replace(/^ *\/\*\*.*?\*\/\n/gms, '');
  for (const statement of text.trim().split(/\n(?=\w)/)) {
    const [, kind, names = '', from] =
      /^(import|export)(?: type)? ?(?:\{(.*)\}|\*)(?: from '(.*)')?;$/s.exec(statement) ?? [];
    const path = from?.startsWith('.')
      ? join(dirname(file), from.replace(/\.js$/, '.d.ts'))
      : undefined;
    if (kind === 'export' && names === '' && path !== undefined) exportsAllOf.push(path);
    for (const specifier of names.split(',').filter((text) => text.trim() !== '')) {
      const [name, alias = name] = specifier
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      if (kind === 'export') exports.set(alias, { file: path ?? file, name });
      else if (path !== undefined) imports.set(alias, { file: path, name });
    }
    const declaration =
      /^(export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const) (\w+)/.exec(
        statement,
      );
    if (declaration === null) continue;
    const [, isExported, name] = declaration;
    const before = declarations.get(name);
    const code = statement.replace(/^(export )?(declare )?/, '');
    declarations.set(name, before === undefined ? code : `${before}\n${code}`);
    if (isExported) exports.set(name, { file, name });
  }
  const read = { declarations, imports, exports, exportsAllOf };
  files.set(file, read);
  return read;
}

function exportsOf(file: string): Map<string, Declared> {
  const { exports, exportsAllOf } = readDeclarations(file);
  return new Map([...exportsAllOf.flatMap((path) => [...exportsOf(path)]), ...exports]);
}

/** Follows exports under other names to the declaration. */
function resolve({ file, name }: Declared): Declared {
  const { declarations, imports } = readDeclarations(file);
  if (declarations.has(name)) return { file, name };
  const from = imports.get(name) ?? exportsOf(file).get(name);
  if (from === undefined) throw new Error(`${file}: expected a declaration of ${name}, found none`);
  return resolve(from);
}

const keyOf = ({ file, name }: Declared) => `${file} ${name}`;

function textOf({ file, name }: Declared): string {
  return readDeclarations(file).declarations.get(name) ?? '';
}

/** Declarations with tables, which change with texts and rows that are not part of a type. `unions.ts` lists the types. */
const TABLES = ['ROWS', 'Texts'];

/** Returns the declarations that the text of a declaration names, except {@link TABLES}. */
function namedIn(declared: Declared): Declared[] {
  const { declarations, imports } = readDeclarations(declared.file);
  const names = new Set(textOf(declared).match(/(?<!\.)\b[A-Za-z_]\w*/g));
  return [...names].flatMap((name) => {
    if (name === declared.name || TABLES.includes(name)) return [];
    if (declarations.has(name)) return [{ file: declared.file, name }];
    return imports.get(name) ?? [];
  });
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The exports of the package by package export, in code point order, with their declarations. */
const EXPORTS = ENTRIES.map(({ name, file }) => ({
  entry: name,
  exports: [...exportsOf(file)]
    .map(([exported, from]) => ({ name: exported, declared: resolve(from) }))
    .sort((a, b) => compare(a.name, b.name)),
}));

/** The exports of the package by package export, in code point order, each with the keyword of its declaration. */
export const PUBLIC_NAMES = EXPORTS.map(({ entry, exports }) => ({
  entry,
  exports: exports.map(({ name, declared }) => ({
    name,
    kind: /^(?:abstract )?(\w+)/.exec(textOf(declared))?.[1] ?? '',
  })),
}));

/** Returns the declarations of exports, and those that they name. */
function reachedDeclarations(exportsOfEntries = EXPORTS): Declared[] {
  const exported = exportsOfEntries.flatMap(({ exports }) =>
    exports.map(({ declared }) => declared),
  );
  const reached = new Map(exported.map((declared) => [keyOf(declared), declared]));
  // The loop also visits the declarations that it adds.
  for (const declared of reached.values()) {
    for (const found of namedIn(declared).map(resolve)) reached.set(keyOf(found), found);
  }
  return [...reached.values()];
}

/** Matches an interface with its members, and its name. */
const WITH_MEMBERS = /^(?:export )?interface (\w+)[^\n]*\{\n(.*?)^\}/gms;

/** Matches a member, except literals such as `kind: 'and'` and index signatures. */
const MEMBER = /^ {4}(?!readonly \w+: '[^']*';$|readonly \[\w+: )['\w[]/;

/**
 * Returns the members without a description of exported interfaces and those that they name. Leaves out the interfaces of
 * `carrel/search`.
 */
export function undescribedMembers(): string[] {
  const entries = EXPORTS.filter(({ entry }) => entry !== 'carrel/search');
  const found = reachedDeclarations(entries).flatMap(({ file, name }) =>
    [...readFileSync(file, 'utf8').matchAll(WITH_MEMBERS)].flatMap(([, declared, members]) => {
      const lines = declared === name ? members.split('\n') : [];
      return lines
        .filter((line, i) => MEMBER.test(line) && !lines[i - 1]?.endsWith('*/'))
        .map((line) => `${name}: ${line.trim()}`);
    }),
  );
  return [...new Set(found)];
}

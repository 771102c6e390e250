import { type ParseArgsConfig, parseArgs } from 'node:util';

type Default = string | false | undefined | readonly string[];
type Option<T extends Default> = T extends false
  ? boolean
  : T extends readonly string[]
    ? string[]
    : T extends string
      ? string
      : string | undefined;

/**
 * Reads the options of a bench from the command line. For `--help` and unknown options, ends the process.
 *
 * @param defaults the name of each option with its default: false for a switch, and an array for an option that can be
 *   repeated
 */
export function readOptions<Defaults extends Readonly<Record<string, Default>>>(
  help: string,
  defaults: Defaults,
): { readonly [Name in keyof Defaults]: Option<Defaults[Name]> } {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, value] of Object.entries({ ...defaults, help: false as const })) {
    if (value === false) options[name] = { type: 'boolean', default: false };
    else if (value === undefined) options[name] = { type: 'string' };
    else if (typeof value === 'string') options[name] = { type: 'string', default: value };
    else options[name] = { type: 'string', multiple: true, default: [...value] };
  }
  try {
    const { values } = parseArgs({ options });
    if (!values.help) return values as { [Name in keyof Defaults]: Option<Defaults[Name]> };
  } catch (error) {
    refuse((error as Error).message);
  }
  process.stdout.write(help);
  process.exit();
}

/** Ends the process because of an option. */
export function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

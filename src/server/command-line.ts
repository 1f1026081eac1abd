import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { BootError } from './boot-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: O & typeof HELP }>
>;

const HELP = { help: { type: 'boolean', short: 'h', default: false } } as const;

/**
 * The options and names a command was given, or null when it was asked for its usage.
 * @throws BootError with what is wrong and how it is used.
 */
export function readCommandLine<O extends Options>(
  args: readonly string[],
  options: O,
  usage: string,
): Parsed<O> | null {
  try {
    const parsed = parseArgs({ args: [...args], allowPositionals: true, options: { ...options, ...HELP } });
    return (parsed.values as { help?: boolean }).help === true ? null : parsed;
  } catch (error) {
    throw new BootError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, { cause: error });
  }
}

/**
 * The one file a command is about. npm runs its scripts in the project's folder; the file is named from the user's current folder.
 * @throws BootError when it is none, or several.
 */
export function fileNamed(names: readonly string[], usage: string): string {
  const [file, ...more] = names;
  if (file === undefined || more.length > 0) throw new BootError(`Name one file.\n\n${usage}`);
  return resolve(process.env['INIT_CWD'] ?? '', file);
}

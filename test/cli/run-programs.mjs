/*
 * This process runs the programs of the documents, one after the other, so that they load the package once. A program
 * begins when nothing of the program before it keeps the process running. Each program runs in the folder of its `cwd`.
 * The last line of standard output has the outcomes as JSON: what each program printed, and its error if it has failed.
 */
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @type {readonly { readonly file: string; readonly cwd: string }[]} */
const programs = JSON.parse(process.argv[2]);
/** @type {{ stdout: string; error?: string; ended: boolean }[]} */
const outcomes = [];

const fail = (error) => {
  outcomes.at(-1).error = String(error?.stack ?? error);
};

process.stdout.write = (text) => {
  outcomes.at(-1).stdout += text;
  return true;
};
process.on('uncaughtException', fail);
process.on('beforeExit', () => {
  if (process.exitCode) fail(`exit status ${process.exitCode}`);
  process.exitCode = undefined;
  if (outcomes.length === programs.length) return;
  const { file, cwd } = programs[outcomes.length];
  const outcome = { stdout: '', ended: false };
  outcomes.push(outcome);
  // If a program does not end, this is the last line of standard error.
  process.stderr.write(`running ${file}\n`);
  process.chdir(cwd);
  import(pathToFileURL(file).href).then(() => {
    outcome.ended = true;
  }, fail);
});
process.on('exit', () => writeSync(1, `${JSON.stringify(outcomes)}\n`));

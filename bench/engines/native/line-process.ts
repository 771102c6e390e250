import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program that writes one line for each line that it reads. */
export interface LineProcess {
  readonly pid: number | undefined;
  /** Sends a line. Resolves with the line that the program writes. Calls must not overlap. */
  ask(line: string): Promise<string>;
  close(): void;
}

/** Starts a program that answers line by line. Its error output goes to the error output of this process. */
export function startLineProcess(command: string, args: readonly string[]): LineProcess {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let settle: { resolve(line: string): void; reject(error: Error): void } | undefined;
  createInterface(child.stdout).on('line', (line) => settle?.resolve(line));
  const fail = () =>
    settle?.reject(new Error(`${command}: expected an answer, found end of output`));
  child.on('error', fail);
  child.on('close', fail);
  return {
    pid: child.pid,
    ask(line) {
      return new Promise((resolve, reject) => {
        settle = { resolve, reject };
        child.stdin.write(`${line}\n`);
      });
    },
    close() {
      settle = undefined;
      child.stdin.end();
    },
  };
}

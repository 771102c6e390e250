#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { fstatSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Command } from './command.js';
import { runCommandLine } from './commands.js';
import { printError } from './standard-streams.js';

/*
 * The program `carrel`: the exit status, signals, and errors of the standard streams. commands.ts chooses the command.
 */

/** The exit status after a signal, as a shell reports it. */
const STATUS_AFTER = { SIGINT: 130, SIGTERM: 143 } as const;

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The program that reads the output may close the pipe early, as `head` does. This is not a failure.
  if (code === 'EPIPE') process.exit();
  printError(`carrel: standard output: expected to write the output, found an error (${message})`);
  process.exit(1);
});
// Messages that cannot be written do not change the result of a command.
process.stderr.on('error', () => {});
if (fstatSync(process.stdout.fd).isFile()) writeFully(process.stdout);

process.exitCode = await runCommandLine(process.argv.slice(2), runWithSignals);

/** Runs a command, and stops it at a signal. Resolves to the exit status. */
async function runWithSignals(command: Command, args: readonly string[]): Promise<number> {
  const isFirst = process.pid === 1;
  if (isFirst && !command.isStoppable && !command.isResponsive) return runInChild();
  const stopping = command.isStoppable || isFirst ? handleSignals() : undefined;
  return command.run(args, stopping).catch((error) => {
    // Standard input may still be open.
    if (stopping?.aborted) process.exit(stopping.reason);
    throw error;
  });
}

/**
 * Handles the signals that stop a command. A signal ends the process if nothing has to be removed, and so does a second
 * signal. The system ignores these signals for the first process of a container if they have no handler.
 *
 * @returns a signal that is aborted with the exit status as its reason
 */
function handleSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const [name, status] of Object.entries(STATUS_AFTER)) {
    process.on(name, () => {
      // A server that listens has handlers of its own until the first signal.
      if (process.listenerCount(name) > 1) return;
      const isIdle = getEventListeners(stopping.signal, 'abort').length === 0;
      if (isIdle || stopping.signal.aborted) process.exit(status);
      stopping.abort(status);
    });
  }
  return stopping.signal;
}

/**
 * Runs the same command line in a child process, and passes signals on. The system does not end the first process of a
 * container at a signal, and a process that computes without pauses cannot handle signals itself.
 *
 * @returns the exit status of the child process, as a shell reports it
 */
async function runInChild(): Promise<number> {
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  for (const name of Object.keys(STATUS_AFTER)) {
    process.on(name, () => child.kill(name as NodeJS.Signals));
  }
  const [status, signal] = await once(child, 'exit');
  return status ?? 128 + constants.signals[signal as NodeJS.Signals];
}

/** Makes a stream write all bytes or fail. Node.js ignores that a file on a full disk has taken only a part of them. */
function writeFully(stream: NodeJS.WriteStream & { readonly fd: number }): void {
  stream._write = (bytes, _encoding, callback) => {
    try {
      writeFileSync(stream.fd, bytes);
      callback();
    } catch (error) {
      callback(error as Error);
    }
  };
}

import { Ajv } from 'ajv';
import { provideAjv } from './snapshot/source/record-checker.js';

/*
 * The package for bundlers, which resolve `carrel` with the condition `module`. They include Ajv only if a module
 * imports it. In Node, `index.ts` loads Ajv when it is first needed.
 */

provideAjv(Ajv);

export * from './index.js';

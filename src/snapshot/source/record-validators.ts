import { compileValidators } from './compile-validators.js';
import { RECORD_SCHEMAS } from './record-schemas.js';

/**
 * The validator of each kind of record in a source. In the package, `rolldown.config.js` replaces this module by
 * the compiled code, so that nothing waits for the compiler.
 */
export const recordValidators = compileValidators(RECORD_SCHEMAS);

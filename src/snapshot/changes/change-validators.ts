import { compileValidators } from '../source/compile-validators.js';
import { CHANGE_SCHEMAS } from '../source/record-schemas.js';

/**
 * The validator of each change, by its operation and kind. In the package, `rolldown.config.js` replaces this module by
 * the compiled code, so that nothing waits for the compiler.
 */
export const changeValidators = compileValidators(CHANGE_SCHEMAS);

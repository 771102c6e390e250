import { compileValidators } from '../snapshot/source/compile-validators.js';
import { SETTINGS_SCHEMAS } from './settings-schemas.js';

/**
 * The validator of each file of settings. In the package, `rolldown.config.js` replaces this module by
 * the compiled code, so that nothing waits for the compiler.
 */
export const settingsValidators = compileValidators(SETTINGS_SCHEMAS);

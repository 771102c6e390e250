import { runAnsweringThread } from '../../server/threads/run-answering-thread.js';
import { createSite } from './create-site.js';

/* This module runs in the threads that `carrel serve --workers` starts. */

await runAnsweringThread(createSite);

// Runs before each test file. The imported files run once in each process.
import './equal-bytes.js';
import './random-seed.js';

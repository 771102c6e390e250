// Plays a day of loans and returns of the demo library in a few seconds, to show how a kiosk follows them. Each loan
// or return appends a line to a changes file, as a library system would do. In two terminals:
//
//   carrel serve data/alderwick --open --kiosk --changes changes.jsonl
//   node test/examples/circulation-day.mjs data/alderwick changes.jsonl
//
// The page of each title, such as http://127.0.0.1:8080/item/show/0000001101, shows its copies and the time of the
// latest change. The third argument is the length of the day in seconds. Default: 20.
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const [source, changes, seconds = '20'] = process.argv.slice(2);
const OPENING_HOUR = 9;
const HOURS = 8;
const LOANS_PER_MINUTE = 2;

const titles = readFileSync(`${source}/titles.jsonl`, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter(({ holdings = [] }) => holdings.some(({ status }) => status === 'AVAILABLE'));

/** Lends the first available copy of a title, or returns all copies if none is available. */
function circulate(title, at) {
  const next = title.holdings.findIndex(({ status }) => status === 'AVAILABLE');
  title.holdings = title.holdings.map((holding, i) => {
    if (next === -1 && holding.status === 'UNAVAILABLE') return { ...holding, status: 'AVAILABLE' };
    return i === next ? { ...holding, status: 'UNAVAILABLE' } : holding;
  });
  const change = { op: 'holdings', title: title.id, holdings: title.holdings, at };
  appendFileSync(changes, `${JSON.stringify(change)}\n`);
  return next === -1 ? 'returns' : 'loans';
}

/** A simple random number generator, so that every day is the same. */
let state = 1;
function random(below) {
  state = (state * 48271) % 2147483647;
  return state % below;
}

for (let hour = 0; hour < HOURS; hour++) {
  const counts = { loans: 0, returns: 0 };
  for (let minute = 0; minute < 60; minute++) {
    const [hh, mm] = [OPENING_HOUR + hour, minute].map((part) => String(part).padStart(2, '0'));
    for (let loan = 0; loan < LOANS_PER_MINUTE; loan++) {
      counts[circulate(titles[random(titles.length)], `2026-11-02T${hh}:${mm}:00-05:00`)]++;
    }
    await delay((Number(seconds) * 1000) / (HOURS * 60));
  }
  console.log(`${OPENING_HOUR + hour}:00 ${counts.loans} loans, ${counts.returns} returns`);
}

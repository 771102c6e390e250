/** The messages of diagnostics of SRU, by number. */
const MESSAGES = new Map(
  `4 Unsupported operation; 5 Unsupported version; 6 Unsupported parameter value; 7 Mandatory parameter not supplied;
  10 Query syntax error; 12 Too many characters in query; 14 Invalid or unsupported use of quotes;
  15 Unsupported context set; 16 Unsupported index; 19 Unsupported relation; 20 Unsupported relation modifier;
  22 Unsupported combination of relation and index; 27 Empty term unsupported; 31 Anchoring character not supported;
  33 Combination of proximity/adjacency and masking characters not supported;
  36 Term in invalid format for index or relation; 38 Too many boolean operators in query; 39 Proximity not supported;
  46 Unsupported boolean modifier; 47 Cannot process query; 49 Masking character in unsupported position;
  50 Result sets not supported; 61 First record position out of range; 66 Unknown schema for retrieval;
  71 Unsupported record packing; 80 Sort not supported; 120 Response position out of range;
  235 Database does not exist`
    .split(/;\s+/)
    .map((line) => [Number.parseInt(line, 10), line.replace(/^\d+ /, '')]),
);

/** A problem with a request, which its response describes by the number of a diagnostic of SRU. */
export class Diagnostic extends Error {
  override name = 'Diagnostic';

  /** @param details what the problem was found in */
  constructor(
    readonly number: number,
    readonly details: string,
  ) {
    super(MESSAGES.get(number));
  }
}

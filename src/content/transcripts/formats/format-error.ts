/** The error of a transcript or document from which nothing usable can be read. */

/** `message` says what is wrong, with the line where one is known; it is meant for the person who sent the file. */
export class TranscriptFormatError extends Error {
  override readonly name = 'TranscriptFormatError';

  constructor(
    problem: string,
    /** 1-based, where known. */
    readonly line?: number,
  ) {
    super(line === undefined ? problem : `line ${line}: ${problem}`);
  }
}

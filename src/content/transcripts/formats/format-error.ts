/** The error for a transcript or document from which nothing usable can be read. */

/** The message is meant for the person who sent the file, and starts with the line where one is known. */
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

/** The file has no text at all, which is no mistake where nobody speaks. */
export class EmptyFileError extends TranscriptFormatError {
  constructor() {
    super('The file is empty');
  }
}

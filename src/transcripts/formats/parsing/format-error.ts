/** The error for a transcript or document without usable content. */

/** The message is for the person who sent the file, and starts with the line if it is known. */
export class TranscriptFormatError extends Error {
  override readonly name = 'TranscriptFormatError';

  constructor(
    problem: string,
    /** 1-based, if known. */
    readonly line?: number,
  ) {
    super(line === undefined ? problem : `line ${line}: ${problem}`);
  }
}

/** The file has no text at all, which is no error if nobody speaks. */
export class EmptyFileError extends TranscriptFormatError {
  constructor() {
    super('The file is empty');
  }
}

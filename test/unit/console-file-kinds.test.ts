/** The console's file inputs offer what the server reads. */
import { describe, expect, it } from 'vitest';
import { transcriptExtensions, transcriptTypes } from '../../src/transcripts/formats/readers.js';
import { ACCEPTED, kindOf } from '../../web/console/parts/file-kinds.js';

describe('the file inputs of the console', () => {
  it('offer every format of transcripts, and send it as a type that is read', () => {
    for (const extension of transcriptExtensions) {
      expect(ACCEPTED.split(',')).toContain(extension);
      const kind = kindOf(`talk${extension}`);
      expect(kind?.kind).toBe('transcript');
      expect(transcriptTypes).toContain(kind?.mimeType);
    }
  });
});

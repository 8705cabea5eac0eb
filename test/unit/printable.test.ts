/** Printing untrusted text on a terminal. */
import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLines } from '../../src/cli/printable.js';
import { table } from '../../src/cli/output.js';

const HOSTILE = 'a\u001b[2J\u001b]0;owned\u0007b\u009b31m\r\nc\u202ed\u2066e\u2028f\u0000 \ud800g\u200bh';

describe('printed text', () => {
  it('contains no escape sequences, control characters or bidi overrides', () => {
    expect(printable(HOSTILE)).toBe('ab c d e f g h');
    expect(printableLines('  a  b\n\u001b[31mc\td')).toBe('  a  b\nc d');
    expect(table(['name'], [[HOSTILE]])).toBe('name\nab c d e f g h');
    expect(printable('नमस्\u200dते \u{1f468}\u200d\u{1f469}')).toBe('नमस्\u200dते \u{1f468}\u200d\u{1f469}');
  });

  it('is escaped in JSON without changing the values', () => {
    const text = printableJson({ title: HOSTILE, tag: '\u{e0041}' });
    expect(text).toMatch(/^[\n -~]*$/);
    expect(JSON.parse(text)).toEqual({ title: HOSTILE, tag: '\u{e0041}' });
  });
});

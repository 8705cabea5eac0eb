import { describe, expect, it } from 'vitest';
import { otherSpelling } from '../../indexer/text/english-spellings.js';

const BOTH = `
  neighbour neighbor, neighbourly neighborly, neighbourhoods neighborhoods, saviour savior, dishonoured dishonored,
  unfavourable unfavorable, misbehaviour misbehavior, centre center, centred centered, theatres theaters, offences offenses,
  practising practicing, traveller traveler, cancelled canceled, counsellors counselors, jewellery jewelry,
  fulfilment fulfillment, skilful skillful, judgement judgment, grey gray, greyer grayer, programmes programs, mum mom,
  shewed showed, realise realize, baptised baptized, organisation organization, recognising recognizing, analyse analyze,
  haemorrhage hemorrhage, sepulchre sepulcher
`;

describe('spellings of English words', () => {
  it.each(BOTH.split(',').map((pair) => pair.trim().split(' ')))('are both known: %s, %s', (one, other) => {
    expect(otherSpelling(one)).toBe(other);
    expect(otherSpelling(other)).toBe(one);
  });

  it.each(['faith', 'hour', 'four', 'wise', 'rise', 'sheep', 'falling', 'until', 'check', '', 'ångström'])(
    'are the same for other words: %s',
    (word) => expect(otherSpelling(word)).toBe(word),
  );

  it('are not looked for in long runs of letters', () => {
    const long = `${'colour'.repeat(10_000)}ise`;
    expect(otherSpelling(long)).toBe(long);
  });
});

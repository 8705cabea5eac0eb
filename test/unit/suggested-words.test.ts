/** Suggestions are omitted rather than cut from a sentence, everyday objects or anecdotes. */
import { describe, expect, it } from 'vitest';
import { findChapters, findDescriptions, findNewTopics, outlineOf } from '../../indexer/index.js';

/** One sentence per segment, 10 s each. */
const talkOf = (sentences: readonly string[]) =>
  outlineOf({
    segments: sentences.map((text, at) => ({ text, startMs: at * 10_000, endMs: at * 10_000 + 9_500 })),
    embeddings: [],
  });

describe('titles', () => {
  const titlesOf = (sentence: string): string[] => {
    const filler = (at: number): string => `It was so, and then it went on and on as before, ${at} times.`;
    const sentences = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? sentence : filler(at)));
    return findChapters(talkOf(sentences)).map(({ title }) => title);
  };

  it('are not cut from the middle of a sentence', () => {
    for (const [sentence, cut] of [
      ['Lord, how often shall my brother sin against me, and I forgive him?', /brother sin/i],
      ['We love Him who is a triune God--Father, Son and Holy Spirit, the three in one.', /--|God Father/],
      ['He has long ago taken place in our position of honour before the throne of grace.', /^Taken/],
      ['Whoever wants that old brown house would buy it for the great garden behind it.', /\bit\b/i],
    ] as const)
      for (const title of titlesOf(sentence)) expect(title).not.toMatch(cut);
  });
});

describe('new topics', () => {
  const about = (word: string): string[] => {
    const sentences = [
      `The ${word} is what all of us think of when we sit there in the evening.`,
      `I have seen the ${word} in every house that I went into, and so have you.`,
      `Nobody can say of the ${word} that it was not there when it was needed.`,
    ];
    const talk = talkOf(Array.from({ length: 10 }, () => sentences).flat());
    return findNewTopics(talk).map(({ name }) => name.toLowerCase());
  };

  it('are names and abstract words, and not everyday objects', () => {
    for (const word of ['forgiveness', 'loneliness', 'TensorFlow'])
      expect(about(word), word).toContain(word.toLowerCase());
    for (const word of ['eye', 'chair', 'jam', 'job']) expect(about(word), word).not.toContain(word);
  });
});

describe('descriptions', () => {
  it('contain no anecdotes', () => {
    const story = [
      'On Thursday my mother asked me whether I had any children at all.',
      'I counted the offering at my last church for nine years in the vestry.',
      'A neighbour called Bill came round to the house with a loaf of bread.',
      'Three weeks ago a grey van pushed in front of me at the red light.',
    ];
    const about = [
      'Anger is a fire that warms nobody, and anger burns the house that it is lit in.',
      'Patience with anger is learned slowly, and patience is learned in company.',
      'Whoever is slow to anger has more power than the captain of an army.',
    ];
    const talk = talkOf([...Array.from({ length: 6 }, () => story).flat(), ...about]);
    const found = findDescriptions(talk);
    const text = `${found.description?.text} ${found.shortDescription?.text}`;
    expect(text).toContain('anger');
    for (const sentence of story) expect(text).not.toContain(sentence);
    expect(findDescriptions(talkOf(Array.from({ length: 6 }, () => story).flat()))).toEqual({
      description: null,
      shortDescription: null,
    });
  });
});

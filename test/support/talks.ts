/** A few short talks as sentences, and as WebVTT with five seconds a sentence. */

export const talks = {
  bees: [
    'My grandfather kept bees behind the vicarage, and he taught me to stand still among them.',
    'In the hive there is no bee that is in charge, although we call one of them the queen.',
    'In winter the colony hangs together in a ball and every bee takes its turn on the cold outside.',
    'A beekeeper who opens the hive in January to see how they are has killed them with his worry.',
    'So I learned to wait from insects, and I have been grateful for it in hospital corridors.',
    'Honey is what is left over when ten thousand small errands have been run without applause.',
  ],
  bread: [
    'The first sourdough that I baked could have been used to pave the churchyard.',
    'You feed the starter with flour and water, and for five days nothing happens that you can see.',
    'Then on the sixth morning it has climbed out of its jar and is looking for you.',
    'Kneading is patient work, and the dough tells your hands when it has had enough.',
    'We put the loaf on the table and broke it with the neighbours who were not speaking to us.',
    'Nobody stays angry for long while somebody is passing the butter.',
  ],
  lighthouse: [
    'The keeper of the lighthouse climbed two hundred and eleven steps every evening of his life.',
    'He never met the sailors who went home because of him, and they never learned his name.',
    'On the night of the great storm the lamp failed, and he turned the lens by hand until dawn.',
    'Asked why, he said that a light which is sometimes there is worse than a rock.',
    'Faithfulness is mostly stairs.',
    'It is the same stairs, at the same hour, for a ship you will not see.',
  ],
};

const SECONDS = 5;

const stamp = (secs: number): string => new Date(secs * 1_000).toISOString().slice(11, 23);

export const vttOf = (sentences: readonly string[]): string =>
  `WEBVTT\n\n${sentences
    .map((text, i) => `${stamp(i * SECONDS)} --> ${stamp((i + 1) * SECONDS)}\n${text}\n`)
    .join('\n')}`;

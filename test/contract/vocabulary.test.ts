/** The vocabulary of an account in an index, used for spelling. */
import { expect, it, describe } from 'vitest';
import type { SearchFilter, Vocabulary } from '../../indexer/index.js';
import { engine, everyone, talk } from './index-harness.js';

const { name, make } = engine;

describe(`the vocabulary: ${name}`, () => {
  it('contains the words of the account’s texts, and separately those of public texts', async ({ skip }) => {
    const store = await make();
    const index = await store.create();
    try {
      const known = async (filter: Partial<SearchFilter> = {}): Promise<Vocabulary | undefined> =>
        (await index.reader?.(filter.accountId ?? 1))?.vocabulary?.({ ...everyone, ...filter });
      await index.replaceItems([
        talk(1, ['Brimblewick lies by the sea, and the Café of 1850 too.', 'We sing in Brimblewick.']),
        talk(2, ['Brimblewick sings. Melokwistu is hidden.'], { published: false, title: 'Zorban' }),
        talk(3, ['Ferrikandu'], { accountId: 2 }),
      ]);
      const first = await index.reader?.(1);
      if (!first?.vocabulary) return skip('it has none by itself');

      const all = (await known())!;
      expect(all.has('brimblewick')).toBe(true);
      expect(all.has('cafe')).toBe(true);
      expect(all.has('ferrikandu')).toBe(false);
      expect(all.near('brimblewikc', 1).map(({ word }) => word)).toEqual(['brimblewick']);
      expect(all.near('melokwistu', 0)).toMatchObject([{ word: 'melokwistu', count: 1 }]);
      expect(all.near('café', 0).map(({ word }) => word)).toEqual(['café']);
      expect(all.near('zorbam', 1).map(({ word }) => word)).toEqual(['zorban']);
      expect(all.near('1850', 0)).toEqual([]);
      expect(all.startingWith('sing', 5).map(({ word }) => word)).toEqual(['sing', 'sings']);
      expect(all.startingWith('sing', 1)).toHaveLength(1);
      expect((await all.endingWith('kwistu', 5)).map(({ word }) => word)).toEqual(['melokwistu']);
      expect((await all.endingWith('s', 1)).length).toBe(1);
      expect(all.size).toBeGreaterThan(8);

      const shown = (await known({ publishedOnly: true }))!;
      expect(shown.has('brimblewick')).toBe(true);
      expect(shown.has('melokwistu')).toBe(false);
      expect((await known({ accountId: 2 }))!.has('ferrikandu')).toBe(true);
      expect((await known({ accountId: 2 }))!.has('brimblewick')).toBe(false);
      expect((await known({ accountId: 9 }))?.has('brimblewick') ?? false).toBe(false);

      const now = (publishedOnly: boolean, word: string) =>
        expect.poll(async () => (await known({ publishedOnly }))!.near(word, 0).length > 0);
      await index.updateAttributes([
        { ...talk(2, []), words: { title: 'Quillfeather', description: '' } },
        { ...talk(3, []), accountId: 2, published: false },
      ]);
      await now(true, 'melokwistu').toBe(true);
      await now(true, 'quillfeather').toBe(true);
      await now(true, 'zorban').toBe(false);
      await index.removeItems(1, [2]);
      await now(false, 'melokwistu').toBe(false);
      await now(false, 'brimblewick').toBe(true);
      await index.replaceItems([talk(1, ['Another text.'])]);
      await now(false, 'brimblewick').toBe(false);
      await now(false, 'another').toBe(true);
    } finally {
      await index.close();
      await store.dispose();
    }
  });
});

/** What the import guesses from the habits of a collection: the newest items, and how their files are named. */
import { describe, expect, it } from 'vitest';
import { buildSeries } from '../support/factories.js';
import { buildPast, fileNamed, useGuesser } from '../support/past-items.js';

describe('guesses', () => {
  const { app, guesser } = useGuesser();

  describe('from the habits of the collection', () => {
    it('know who speaks where, and new names in the same place', async () => {
      const collectionId = await guesser.newCollection();
      const seriesId = (await buildSeries(app.demo, { title: 'Romans', collectionId })).id;
      const weeks = ['2024-05-12', '2024-05-19', '2024-05-26'];
      for (const [at, date] of weeks.entries())
        await buildPast(app, collectionId, [
          {
            name: `${date} AM Smith - Rom ${at + 5}`,
            title: `Romans ${at + 5}`,
            date,
            speakers: [guesser.ids.smith],
            seriesId,
            orderInSeries: at + 5,
          },
          {
            name: `${date} PM Mueller - Ps ${at + 1}`,
            title: `Psalm ${at + 1}`,
            date,
            speakers: [guesser.ids.mueller],
          },
        ]);
      const { guesses } = await guesser.guess(
        collectionId,
        '2024-06-02 AM Smith - Rom 8.mp3',
        '2024-06-02 PM Jones - Ps 4.mp3',
        '2024-06-09 PM - Ps 5.mp3',
      );
      expect(guesses.map(guesser.short)).toEqual([
        ['Romans 8', '2024-06-02', 'smith', 'Romans 8'],
        ['Ps 4', '2024-06-02', 'Jones', 'Psalms 4'],
        ['Ps 5', '2024-06-09', 'mueller', 'Psalms 5'],
      ]);
      expect(guesses[0]).toMatchObject({
        series: { id: seriesId, from: 'habit' },
        orderInSeries: { value: 8, from: 'habit' },
        speakers: [
          { reason: '“Smith” in the file name, where the last 6 items of Sermons name the speaker' },
        ],
      });
      expect(guesses[1].speakers[0]).toMatchObject({ id: null, from: 'fileName' });
      expect(guesses[2].speakers[0]).toMatchObject({
        from: 'habit',
        reason: 'as in 3 of the 3 items of Sermons with “PM” in the file name',
      });
    });

    it('only add to what one name gives alone, as where files are named like their titles', async () => {
      const collectionId = await guesser.newCollection();
      const names = ['the-lost-coin', 'the-good-shepherd', 'a-lamp-to-my-feet'];
      for (const name of names)
        await buildPast(app, collectionId, [{ name, title: name, date: '2024-05-05' }]);
      const { guesses } = await guesser.guess(
        collectionId,
        '2024-03-10 AM Smith - Rom 8.mp3',
        'Grace Abounding by John Smith 2024-01-07.mp3',
        'Predigt_Mueller_10.3.24.mp3',
        'S02E14 Interview with Jane Doe.mp3',
      );
      expect(guesses.map(guesser.short)).toEqual([
        ['Rom 8', '2024-03-10', 'smith', 'Romans 8'],
        ['Grace Abounding', '2024-01-07', 'smith', ''],
        ['Predigt', '2024-03-10', 'mueller', ''],
        ['Interview with Jane Doe', null, 'Jane Doe', ''],
      ]);
    });

    it('make titles as those before, and read dates in their order', async () => {
      const collectionId = await guesser.newCollection();
      await buildPast(app, collectionId, [
        {
          name: 'Predigt_Aedel_5-5-24',
          title: 'Predigt vom 5. Mai 2024',
          date: '2024-05-05',
          speakers: [guesser.ids.aedel],
        },
        {
          name: 'Predigt_Mueller_12-5-24',
          title: 'Predigt vom 12. Mai 2024',
          date: '2024-05-12',
          speakers: [guesser.ids.mueller],
        },
        {
          name: 'Predigt_Mueller_19-5-24',
          title: 'Predigt vom 19. Mai 2024',
          date: '2024-05-19',
          speakers: [guesser.ids.mueller],
        },
      ]);
      const { guesses } = await guesser.guess(
        collectionId,
        'Predigt_Mueller_10-3-24.mp3',
        'Predigt_Schneider_2-6-24.mp3',
      );
      expect(guesses.map(guesser.short)).toEqual([
        ['Predigt vom 10. März 2024', '2024-03-10', 'mueller', ''],
        ['Predigt vom 2. Juni 2024', '2024-06-02', 'Schneider', ''],
      ]);
      expect(guesses[1].title).toMatchObject({ from: 'habit', reason: 'as in the last 3 items of Sermons' });
      expect(guesses[1].date.reason).toBe(
        '“2-6-24” in the file name, with the day first as in the last 3 items of Sermons',
      );
    });

    it('know seasons, and guests after the same words', async () => {
      const collectionId = await guesser.newCollection();
      const seriesId = (await buildSeries(app.demo, { title: 'Second season', collectionId })).id;
      await buildPast(app, collectionId, [
        {
          name: 'S02E11 Interview with C. H. Spurgeon',
          title: 'Interview with C. H. Spurgeon',
          date: '2024-05-12',
          speakers: [guesser.ids.spurgeon],
          seriesId,
          orderInSeries: 11,
        },
        {
          name: 'S02E12 Interview with Ruth Ädel',
          title: 'Interview with Ruth Ädel',
          date: '2024-05-19',
          speakers: [guesser.ids.aedel],
          seriesId,
          orderInSeries: 12,
        },
        {
          name: 'S02E13 Interview with John Smith',
          title: 'Interview with John Smith',
          date: '2024-05-26',
          speakers: [guesser.ids.smith],
          seriesId,
          orderInSeries: 13,
        },
      ]);
      expect(await guesser.guessOne(collectionId, 'S02E14 Interview with Mark Peters.mp3')).toMatchObject({
        title: { value: 'Interview with Mark Peters' },
        speakers: [{ id: null, name: 'Mark Peters', from: 'fileName' }],
        series: { id: seriesId, from: 'fileName' },
        orderInSeries: { value: 14, from: 'fileName' },
      });
    });

    it.each([
      [
        'es',
        'García López_La fe_2024.05.19',
        'Pérez_El gozo del Señor_2024.06.02.mp3',
        'El gozo del Señor',
        'Pérez',
        'garcia',
        'La fe',
      ],
      [
        'fr',
        'La grâce (M.-C. Dubois) 2024-05-19',
        'La paix (A. Bernard) 2024-06-02.mp3',
        'La paix',
        'A. Bernard',
        'dubois',
        'La grâce',
      ],
      [
        'pt',
        '2024-05-19 - Ribeiro - A graça',
        '2024-06-02 - Souza - O amor.mp3',
        'O amor',
        'Souza',
        'ribeiro',
        'A graça',
      ],
    ])('learn a form in %s: %s', async (_language, form, name, title, speaker, known, knownTitle) => {
      const collectionId = await guesser.newCollection();
      const dates = ['2024-05-05', '2024-05-12', '2024-05-19'];
      await buildPast(
        app,
        collectionId,
        dates.map((date) => ({
          name: form.replace('2024-05-19', date).replace('2024.05.19', date.replaceAll('-', '.')),
          title: knownTitle,
          date,
          speakers: [guesser.ids[known as 'garcia']],
        })),
      );
      expect(guesser.short(await guesser.guessOne(collectionId, name))).toEqual([
        title,
        '2024-06-02',
        speaker,
        '',
      ]);
    });

    it('know only the newest twenty items, and only those of the collection', async () => {
      const collectionId = await guesser.newCollection();
      const dayOf = (at: number) => new Date(Date.UTC(2024, 0, 7 + 7 * at)).toISOString().slice(0, 10);
      await buildPast(
        app,
        collectionId,
        Array.from({ length: 24 }, (_, at) => ({
          name: `a${at}`,
          title: `Talk ${at}`,
          date: dayOf(at),
          speakers: [at < 4 ? guesser.ids.smith : guesser.ids.mueller],
        })),
      );
      const named = await guesser.guessOne(collectionId, 'Something new.mp3');
      expect(named.speakers).toMatchObject([
        { id: guesser.ids.mueller, from: 'habit', reason: 'as in the last 20 items of Sermons' },
      ]);
      expect((await guesser.guessOne(await guesser.newCollection(), 'Something new.mp3')).speakers).toEqual(
        [],
      );
      const dated = await guesser.guessOne(
        collectionId,
        fileNamed('Something new.mp3', { modifiedDate: '2024-06-04T10:00:00Z' }),
      );
      expect(dated.date).toMatchObject({ value: '2024-06-02', from: 'habit' });
    });
  });
});

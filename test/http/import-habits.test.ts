/** What the import guesses from the habits of a collection: the newest items, and how their files are named. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import { buildSeries } from '../support/factories.js';
import { buildPast, fileNamed, startGuesser, type Guesser } from '../support/past-items.js';
import { useApp } from '../support/start-app.js';

describe('guesses', () => {
  const app = useApp({ clock: createFakeClock('2024-06-08T12:00:00.000Z') });
  let guesser: Guesser;
  let ids: Guesser['ids'];
  beforeAll(async () => {
    guesser = await startGuesser(app);
    ids = guesser.ids;
  });
  const guess: Guesser['guess'] = (...args) => guesser.guess(...args);
  const guessOne: Guesser['guessOne'] = (...args) => guesser.guessOne(...args);
  const newCollection = () => guesser.newCollection();
  const short: Guesser['short'] = (one) => guesser.short(one);

  describe('from the habits of the collection', () => {
    it('know who speaks where, and new names in the same place', async () => {
      const collectionId = await newCollection();
      const seriesId = (await buildSeries(app.demo, { title: 'Romans', collectionId })).id;
      const weeks = ['2024-05-12', '2024-05-19', '2024-05-26'];
      for (const [at, date] of weeks.entries())
        await buildPast(app, collectionId, [
          {
            name: `${date} AM Smith - Rom ${at + 5}`,
            title: `Romans ${at + 5}`,
            date,
            speakers: [ids.smith],
            seriesId,
            orderInSeries: at + 5,
          },
          {
            name: `${date} PM Mueller - Ps ${at + 1}`,
            title: `Psalm ${at + 1}`,
            date,
            speakers: [ids.mueller],
          },
        ]);
      const { guesses } = await guess(
        collectionId,
        '2024-06-02 AM Smith - Rom 8.mp3',
        '2024-06-02 PM Jones - Ps 4.mp3',
        '2024-06-09 PM - Ps 5.mp3',
      );
      expect(guesses.map(short)).toEqual([
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

    it('make titles as those before, and read dates in their order', async () => {
      const collectionId = await newCollection();
      await buildPast(app, collectionId, [
        {
          name: 'Predigt_Aedel_5-5-24',
          title: 'Predigt vom 5. Mai 2024',
          date: '2024-05-05',
          speakers: [ids.aedel],
        },
        {
          name: 'Predigt_Mueller_12-5-24',
          title: 'Predigt vom 12. Mai 2024',
          date: '2024-05-12',
          speakers: [ids.mueller],
        },
        {
          name: 'Predigt_Mueller_19-5-24',
          title: 'Predigt vom 19. Mai 2024',
          date: '2024-05-19',
          speakers: [ids.mueller],
        },
      ]);
      const { guesses } = await guess(
        collectionId,
        'Predigt_Mueller_10-3-24.mp3',
        'Predigt_Schneider_2-6-24.mp3',
      );
      expect(guesses.map(short)).toEqual([
        ['Predigt vom 10. März 2024', '2024-03-10', 'mueller', ''],
        ['Predigt vom 2. Juni 2024', '2024-06-02', 'Schneider', ''],
      ]);
      expect(guesses[1].title).toMatchObject({ from: 'habit', reason: 'as in the last 3 items of Sermons' });
      expect(guesses[1].date.reason).toBe(
        '“2-6-24” in the file name, with the day first as in the last 3 items of Sermons',
      );
    });

    it('know seasons, and guests after the same words', async () => {
      const collectionId = await newCollection();
      const seriesId = (await buildSeries(app.demo, { title: 'Second season', collectionId })).id;
      await buildPast(app, collectionId, [
        {
          name: 'S02E11 Interview with C. H. Spurgeon',
          title: 'Interview with C. H. Spurgeon',
          date: '2024-05-12',
          speakers: [ids.spurgeon],
          seriesId,
          orderInSeries: 11,
        },
        {
          name: 'S02E12 Interview with Ruth Ädel',
          title: 'Interview with Ruth Ädel',
          date: '2024-05-19',
          speakers: [ids.aedel],
          seriesId,
          orderInSeries: 12,
        },
        {
          name: 'S02E13 Interview with John Smith',
          title: 'Interview with John Smith',
          date: '2024-05-26',
          speakers: [ids.smith],
          seriesId,
          orderInSeries: 13,
        },
      ]);
      expect(await guessOne(collectionId, 'S02E14 Interview with Mark Peters.mp3')).toMatchObject({
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
      const collectionId = await newCollection();
      const dates = ['2024-05-05', '2024-05-12', '2024-05-19'];
      await buildPast(
        app,
        collectionId,
        dates.map((date) => ({
          name: form.replace('2024-05-19', date).replace('2024.05.19', date.replaceAll('-', '.')),
          title: knownTitle,
          date,
          speakers: [ids[known as 'garcia']],
        })),
      );
      expect(short(await guessOne(collectionId, name))).toEqual([title, '2024-06-02', speaker, '']);
    });

    it('know only the newest twenty items, and only those of the collection', async () => {
      const collectionId = await newCollection();
      const dayOf = (at: number) => new Date(Date.UTC(2024, 0, 7 + 7 * at)).toISOString().slice(0, 10);
      await buildPast(
        app,
        collectionId,
        Array.from({ length: 24 }, (_, at) => ({
          name: `a${at}`,
          title: `Talk ${at}`,
          date: dayOf(at),
          speakers: [at < 4 ? ids.smith : ids.mueller],
        })),
      );
      const named = await guessOne(collectionId, 'Something new.mp3');
      expect(named.speakers).toMatchObject([
        { id: ids.mueller, from: 'habit', reason: 'as in the last 20 items of Sermons' },
      ]);
      expect((await guessOne(await newCollection(), 'Something new.mp3')).speakers).toEqual([]);
      const dated = await guessOne(
        collectionId,
        fileNamed('Something new.mp3', { modifiedDate: '2024-06-04T10:00:00Z' }),
      );
      expect(dated.date).toMatchObject({ value: '2024-06-02', from: 'habit' });
    });
  });
});

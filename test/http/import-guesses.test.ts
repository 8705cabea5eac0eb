/** What the import guesses of files from their names, tags and folders, and from the habits of a collection. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildCollection,
  buildItem,
  buildMediaAsset,
  buildSeries,
  type Built,
} from '../support/factories.js';
import { fileNamed, useGuesser } from '../support/past-items.js';

describe('guesses', () => {
  const { app, guesser } = useGuesser();

  describe('without habits', () => {
    let empty: number;
    beforeAll(async () => {
      empty = await guesser.newCollection();
    });

    it.each([
      ['2024-03-10 AM Smith - Rom 8.mp3', 'Rom 8', '2024-03-10', 'smith', 'Romans 8'],
      ['Predigt_Mueller_10.3.24.mp3', 'Predigt', '2024-03-10', 'mueller', ''],
      ['S02E14 Interview with Jane Doe.mp3', 'Interview with Jane Doe', null, 'Jane Doe', ''],
      ['S02E14 Interview with John Smith.mp3', 'Interview with John Smith', null, 'smith', ''],
      [
        '240310 PM J. Smith - The Golden Chain (Rom 8.28-30).m4a',
        'The Golden Chain',
        '2024-03-10',
        'smith',
        'Romans 8:28-30',
      ],
      ['2024-03-10_Dr_Aedel_Hoffnung.mp3', 'Hoffnung', '2024-03-10', 'aedel', ''],
      ['Predigt von Pfr. Müller - Gnade - 10. März 2024.mp3', 'Gnade', '2024-03-10', 'mueller', ''],
      [
        '10.03.2024 Gottesdienst Abend - J. Müller - Mt 5_3-12.mp3',
        'Mt 5 3-12',
        '2024-03-10',
        'mueller',
        'Matthew 5:3-12',
      ],
      [
        'García López - Juan 3.16 - 10 de marzo de 2024.mp3',
        'Juan 3.16',
        '2024-03-10',
        'garcia',
        'John 3:16',
      ],
      ['Prédication de Marie-Claire Dubois - 10 mars 2024.mp3', 'Prédication', '2024-03-10', 'dubois', ''],
      ['20240310_103000_MCD_Psaume 23.wav', 'Psaume 23', '2024-03-10', 'dubois', 'Psalms 23'],
      ['Ribeiro_2024.03.10_A paz de Deus.mp3', 'A paz de Deus', '2024-03-10', 'ribeiro', ''],
      ['SpurgeonCH-1Kor13.mp3', '1Kor13', null, 'spurgeon', '1 Corinthians 13'],
      ['Smith, John - Hope.mp3', 'Hope', null, 'smith', ''],
      ['Grace Abounding by John Smith 2024-01-07.mp3', 'Grace Abounding', '2024-01-07', 'smith', ''],
      ['Interview mit Jürgen Müller.mp3', 'Interview mit Jürgen Müller', null, 'mueller', ''],
      ['Smith & Müller - Peace.mp3', 'Peace', null, 'smith + mueller', ''],
      ['the-lost-coin.mp3', 'The Lost Coin', null, '', ''],
      ['2024-03-10 Evening Prayer.mp3', 'Evening Prayer', '2024-03-10', '', ''],
      // Words for services, days and recordings are words of titles too.
      ['god-so-loved-the-world.mp3', 'God So Loved The World', null, '', ''],
      ['silent_night.mp3', 'Silent Night', null, '', ''],
      ['sermon-on-the-mount.mp3', 'Sermon On The Mount', null, '', ''],
      ['a-dívida-do-meu-irmão.mp3', 'A Dívida Do Meu Irmão', null, '', ''],
      ['la-silla-de-mi-hermana.mp3', 'La Silla De Mi Hermana', null, '', ''],
      ['el-banco-de-madera.mp3', 'El Banco De Madera', null, '', ''],
      ['good-friday-2024-03-29.mp3', 'Good Friday', '2024-03-29', '', ''],
      ['2024-03-31-easter-sunday-am.mp3', 'Easter Sunday', '2024-03-31', '', ''],
      ['viernes_santo_2024-03-29.mp3', 'Viernes Santo', '2024-03-29', '', ''],
      ['who-i-am.mp3', 'Who I Am', null, '', ''],
      ['sunday-morning-how-to-live-well-sermon.mp3', 'How To Live Well', null, '', ''],
      ['di-2024-06-04-hoffnung.mp3', 'Hoffnung', '2024-06-04', '', ''],
      // A time of the day or a code is no scripture, and the name of a program no title.
      ['WhatsApp Audio 2025-05-04 at 10.30.12.mp3', '2025-05-04', '2025-05-04', '', ''],
      ['Screen Recording 2025-05-11 at 9.15.30 AM.vtt', '2025-05-11', '2025-05-11', '', ''],
      ['Audio 2025-05-04 at 10.30.12.mp3', '2025-05-04', '2025-05-04', '', ''],
      ['Talk at 3.mp3', 'Talk at 3', null, '', ''],
      ['Predigt am 3.5. um 10.30.mp3', 'Predigt am 3.5. um 10.30', null, '', ''],
      ['Es 4 Uhr.mp3', 'Es', null, '', ''],
      ['Jim is 5 minutes late.mp3', 'Jim is 5 minutes late', null, '', ''],
      ['Na 2 wat nu.mp3', 'Na 2 wat nu', null, '', ''],
      ['Ed 3.20 Interview.mp3', 'Ed 3.20 Interview', null, '', ''],
      ['2025-04-13 - John 12：12-19 - Palm Sunday.mp3', 'Palm Sunday', '2025-04-13', '', 'John 12:12-19'],
      ['2025-04-13 - John 12꞉12-19 - Palm Sunday.mp3', 'Palm Sunday', '2025-04-13', '', 'John 12:12-19'],
      ['GMT20250504-093012_Recording.mp4', '2025-05-04', '2025-05-04', '', ''],
      ['2025-05-04 10-30-12.mkv', '2025-05-04', '2025-05-04', '', ''],
      ['Voice_240504_103012.m4a', '2024-05-04', '2024-05-04', '', ''],
      ['coldcard-mk3.mp3', 'Coldcard Mk3', null, '', ''],
      ['Remembering C.H. Spurgeon.mp3', 'Remembering C.H. Spurgeon', null, 'spurgeon', ''],
    ])('read %s', async (name, ...expected) => {
      expect(guesser.short(await guesser.guessOne(empty, name))).toEqual(expected);
    });

    it('state where they come from', async () => {
      const { date, speakers, scriptures } = await guesser.guessOne(
        empty,
        'Predigt_Mueller_10.3.24 - Röm 8.mp3',
      );
      expect([date, speakers[0], scriptures[0]]).toMatchObject([
        { from: 'fileName', reason: '“10.3.24” in the file name, with the day first' },
        { from: 'fileName', reason: '“Mueller” in the file name' },
        { from: 'fileName', reason: '“Röm 8” in the file name' },
      ]);
    });

    it('leave an ambiguous date open, unless other files or the time of the file decide', async () => {
      const name = '03-04-24 Hope.mp3';
      const open = await guesser.guessOne(empty, name);
      expect([open.date, open.notes]).toEqual([
        null,
        [expect.stringMatching(/“03-04-24” .* is ambiguous: /)],
      ]);
      const changed = await guesser.guessOne(
        empty,
        fileNamed(name, { modifiedDate: '2024-03-05T10:00:00Z' }),
      );
      expect(changed.date).toMatchObject({ value: '2024-03-04' });
      const { guesses } = await guesser.guess(empty, name, '04-21-24 Faith.mp3', '04-28-24 Love.mp3');
      expect(guesses[0].date).toMatchObject({
        value: '2024-03-04',
        reason: expect.stringContaining('as in other files'),
      });
    });

    it('take tags before names, but not those of the church or a recorder', async () => {
      const own = fileNamed('REC_0042.mp3', {
        tags: {
          title: 'Grace alone',
          artist: 'Dr. Jürgen Mueller',
          album: 'Reformation',
          date: '2024-05-12',
          track: '3/5',
          comment: 'On Eph 2:8-9',
          language: 'deu',
        },
      });
      expect(await guesser.guessOne(empty, own)).toMatchObject({
        title: { value: 'Grace alone', from: 'tag' },
        speakers: [{ id: guesser.ids.mueller, from: 'tag' }],
        series: { id: null, name: 'Reformation', from: 'tag' },
        orderInSeries: { value: 3, from: 'tag' },
        date: { value: '2024-05-12', from: 'tag' },
        scriptures: [{ citation: 'Ephesians 2:8-9', from: 'tag' }],
        language: { value: 'de', from: 'tag' },
      });
      const constant = { title: '2024-03-10 Smith - Hope', artist: 'Grace Church', album: 'Sermons' };
      expect(
        await guesser.guessOne(empty, fileNamed('2024-03-10 Smith - Hope.mp3', { tags: constant })),
      ).toMatchObject({
        title: { value: 'Hope', from: 'fileName' },
        speakers: [{ id: guesser.ids.smith, from: 'fileName' }],
        series: null,
      });
    });

    it('take the series and its order from folders', async () => {
      const series = await buildSeries(app.demo, { title: 'Romans', collectionId: empty });
      const inFolder = (folder: string, name: string) =>
        fileNamed(name, { relativePath: `${folder}/${name}` });
      const { guesses } = await guesser.guess(
        empty,
        inFolder('All/Romans', '01 Called.mp3'),
        inFolder('All/Romans', '02 Judged.mp3'),
        inFolder('All/Advent', 'Hope.mp3'),
        inFolder('All/Advent', 'Peace.mp3'),
        inFolder('All/2024', 'Alone.mp3'),
      );
      expect(
        guesses.map(({ title, series: one, orderInSeries }: Built) => [
          title.value,
          one?.id ?? one?.name ?? null,
          orderInSeries?.value ?? null,
        ]),
      ).toEqual([
        ['Called', series.id, 1],
        ['Judged', series.id, 2],
        ['Hope', 'Advent', null],
        ['Peace', 'Advent', null],
        ['Alone', null, null],
      ]);
    });

    it('bring the files of one talk together', async () => {
      const { guesses, skipped } = await guesser.guess(
        empty,
        'talk.vtt',
        'talk.mp3',
        'talk.txt',
        'other.de.srt',
        'slides.pptx',
        fileNamed('silent.mp3', { fileSizeBytes: 0 }),
        fileNamed('talk.mp3', { fileSizeBytes: 5 }),
      );
      expect(
        guesses.map(({ files }: Built) =>
          files.map(({ index, role, mimeType }: Built) => [index, role, mimeType]),
        ),
      ).toEqual([
        [
          [1, 'media', 'audio/mpeg'],
          [0, 'transcript', null],
          [2, 'unused', null],
        ],
        [[3, 'transcript', null]],
        [[6, 'media', 'audio/mpeg']],
      ]);
      expect(guesses[1].language).toMatchObject({ value: 'de', from: 'fileName' });
      expect(skipped).toEqual([
        { index: 4, reason: 'is neither audio, video nor a transcript' },
        { index: 5, reason: 'is empty' },
      ]);
    });

    it('mark files that an item has already, but not after the item is deleted', async () => {
      const item = await buildItem(app.demo, { collectionId: empty });
      await buildMediaAsset(app.app.db, item, app.demo.account.id, {
        originalFilename: 'Twice.mp3',
        fileSizeBytes: 4_242,
      });
      const file = fileNamed('Twice.mp3', { fileSizeBytes: 4_242 });
      expect(await guesser.guessOne(empty, file)).toMatchObject({ existingItemId: item.id });
      expect(await guesser.guessOne(empty, fileNamed('Twice.mp3'))).toMatchObject({ existingItemId: null });
      await app.demo.api.delete(`/items/${item.id}`);
      expect(await guesser.guessOne(empty, file)).toMatchObject({ existingItemId: null });
    });
  });

  it('are for those who may create items, of one account only', async () => {
    const collectionId = await guesser.newCollection();
    const body = { collectionId, files: [fileNamed('Smith - Hope.mp3')] };
    const contributor = await app.withScopes(app.demo, 'content:draft');
    expect((await contributor.post('/items/import', body)).body).toMatchObject({ mayCreateNames: false });
    expect((await (await app.withScopes(app.demo, 'content:read')).post('/items/import', body)).status).toBe(
      403,
    );
    const foreign = await app.other.api.post('/items/import', body);
    expect([foreign.status, foreign.body.error.details]).toEqual([
      422,
      [{ path: 'collectionId', message: 'does not exist' }],
    ]);
    const own = await app.other.api.post('/items/import', {
      ...body,
      collectionId: (await buildCollection(app.other)).id,
    });
    expect(own.body.guesses[0].speakers).toEqual([]);
    const count = await app.app.db
      .selectFrom('item')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('collectionId', '=', collectionId)
      .executeTakeFirst();
    expect(Number(count?.n)).toBe(0);
  });

  it.each([
    ['nothing', {}, ['collectionId', 'files']],
    [
      'invalid fields',
      { collectionId: 1, files: [{ originalFilename: '', fileSizeBytes: -1 }] },
      ['files.0.fileSizeBytes', 'files.0.originalFilename'],
    ],
    ['unknown fields', { collectionId: 1, files: [fileNamed('a.mp3', { size: 3 })] }, ['files.0']],
    [
      'more than 200 files',
      { collectionId: 1, files: Array.from({ length: 201 }, () => fileNamed('a.mp3')) },
      ['files'],
    ],
  ])('reject %s', async (_name, body, paths) => {
    const answer = await app.demo.api.post('/items/import', body);
    expect([
      answer.status,
      answer.body.error.details.map(({ path }: Built) => path.replace('.size', '')).sort(),
    ]).toEqual([422, paths]);
  });

  it('read hostile names', async () => {
    const collectionId = await guesser.newCollection();
    const names = [
      '1 '.repeat(120),
      'Rom 8 '.repeat(40),
      'A. '.repeat(80),
      '_-'.repeat(120),
      'a(('.repeat(80),
      '10.3.24.'.repeat(30),
    ];
    const files = Array.from({ length: 200 }, (_, at) =>
      fileNamed(`${names[at % names.length]!.slice(0, 245)}.mp3`, { fileSizeBytes: at + 1 }),
    );
    const { guesses } = await guesser.guess(collectionId, ...files);
    expect(guesses).toHaveLength(200);
  });
});

/** Words inside Chinese, Japanese and Korean texts, which have no spaces around them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { publishTalk, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const TALKS: Record<string, [language: string, sentences: string[]]> = {
  良い羊飼い: [
    'ja',
    ['わたしは良い羊飼いです。良い羊飼いは羊のために命を捨てます。', '雇い人は羊を見捨てて逃げます。'],
  ],
  我的牧者: ['zh', ['耶和华是我的牧者我必不至缺乏。', '他使我躺卧在青草地上领我在可安歇的水边。']],
  목자: [
    'ko',
    [
      '여호와는 나의 목자시니 내게 부족함이 없으리로다.',
      '그가 나를 푸른 풀밭에 누이시며 쉴 만한 물가로 인도하시는도다.',
    ],
  ],
  AI技術と教会: ['ja', ['今日はAI技術と教会について話します。']],
};

describe('words without spaces', () => {
  const app = useApp({ worker: true });
  beforeAll(async () => {
    for (const [title, [language, sentences]] of Object.entries(TALKS))
      await publishTalk(app.demo, title, sentences, { language });
    await publishTalk(app.demo, 'The Quarry', ['Nothing here is about animals or water at all.']);
    await app.idle();
  });

  const found = async (q: string): Promise<Built[]> => {
    const { status, body } = await app.demo.site.post('/search', { q, mode: 'keyword' });
    expect(status).toBe(200);
    return body.results;
  };

  it.each([
    ['羊飼い', '良い羊飼い', '羊飼い'],
    ['耶和华', '我的牧者', '耶和华'],
    ['青草地', '我的牧者', '青草地'],
    ['여호와', '목자', '여호와'],
    ['풀밭', '목자', '풀밭'],
    ['技術', 'AI技術と教会', '技術'],
    ['AI', 'AI技術と教会', 'AI'],
  ])('are found and marked: %s', async (q, title, marked) => {
    const [first, ...others] = await found(q);
    expect(first?.item.title).toBe(title);
    expect(others.map(({ item }) => item.title)).not.toContain('The Quarry');
    const marks = first?.passages.flatMap(({ text, highlights }: Built) =>
      highlights.map(([from, to]: [number, number]) => text.slice(from, to)),
    );
    expect(marks).toContain(marked);
  });

  it('are not found where they are not', async () => {
    expect(await found('洗濯機')).toEqual([]);
  });
});

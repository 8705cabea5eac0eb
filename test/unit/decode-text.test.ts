/** The encodings of text files are recognised. */
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/transcripts/formats/parsing/decode-text.js';

describe('decodeText', () => {
  it('reads UTF-8, UTF-16 and windows-1252, and drops byte order marks, NUL and CR', () => {
    const text = 'Grâce — “paix”\nζωή';
    expect(decodeText(Buffer.from(`\ufeff${text}`))).toBe(text);
    expect(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(text);
    expect(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toBe(text);
    expect(decodeText(Buffer.from('Grace and peace to you', 'utf16le'))).toBe('Grace and peace to you');
    expect(decodeText(Buffer.from('Gr\xe2ce \x97 \x93paix\x94', 'latin1'))).toBe('Grâce — “paix”');
    expect(decodeText(Buffer.from('a\0b\r\nc\rd\u0097e'))).toBe('ab\nc\nd—e');
  });

  it.each([
    [
      'windows-1251',
      'Господь — Пастырь мой; я ни в чем не буду нуждаться: Он покоит меня на злачных пажитях',
    ],
    ['koi8-r', 'Господь Пастырь мой; я ни в чем не буду нуждаться: Он покоит меня на злачных пажитях'],
    [
      'shift_jis',
      '主は私の羊飼い。私は、乏しいことがありません。主は私を緑の牧場に伏させ、いこいの水のほとりに伴われます。',
    ],
    ['gb18030', '耶和华是我的牧者，我必不致缺乏。他使我躺卧在青草地上，领我在可安歇的水边。'],
    ['euc-kr', '여호와는 나의 목자시니 내게 부족함이 없으리로다 그가 나를 푸른 풀밭에 누이시며'],
    ['windows-1253', 'Ο Κύριος είναι ο ποιμένας μου· δεν θα στερηθώ τίποτε. Σε βοσκές χλοερές με ανέπαυσε'],
    ['windows-1250', 'Pan jest moim pasterzem, niczego mi nie braknie, na niwach zielonych pasie mnie.'],
  ])('recognises %s', (encoding, text) => {
    const file = `1\n00:00:01,000 --> 00:00:09,000\n${text}\n`;
    expect(decodeText(iconv.encode(file, encoding))).toBe(file);
  });

  it.each([
    'The fiancé paid £5 – for a café au lait',
    'Der Herr ist mein Hirte, mir wird nichts mangeln. Er weidet mich auf grünen Auen. Größe',
    'O Senhor é o meu pastor; nada me faltará. Não temerei; a salvação é graça.',
    'Herra on minun paimeneni, ei minulta mitään puutu. Hän vie minut vihreille niityille, hän johtaa minut vetten ääreen',
    'Drottinn er minn hirðir, mig mun ekkert bresta. Á grænum grundum lætur hann mig hvílast',
    'Größe, Güte',
    'José',
    'Olá irmãos',
  ])('reads %j as windows-1252', (text) => {
    expect(decodeText(iconv.encode(text, 'windows-1252'))).toBe(text);
  });

  it('detects the encoding at the first non-ASCII letter, however late', () => {
    const text = `${'and it came to pass '.repeat(5_000)}Господь — Пастырь мой; я ни в чем не буду нуждаться`;
    expect(decodeText(iconv.encode(text, 'windows-1251')).slice(-50)).toBe(text.slice(-50));
  });
});

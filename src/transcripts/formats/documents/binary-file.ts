/** Recognises files that are not transcripts by their first bytes, and explains what to do with them. */

/** Magic numbers from the formats' specifications, as in the database of file(1). `?` is any byte. */
type Magic = readonly [at: number, bytes: string];

interface Kind {
  /** With its article, as in "This is …". */
  name: string;
  advice: string;
  /** Alternatives, each of which consists of parts that must all match. */
  magic: readonly (readonly Magic[])[];
}

const AS_TEXT = 'Export it as text or as a Word document (.docx)';
const AS_MEDIA = 'Upload it as media; a transcript is its text';
const NO_PICTURE = 'Images have no text to import: run text recognition (OCR) and send its text';
const UNPACK = 'Unpack it and import the files in it';

const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
const at = (offset: number, text: string): Magic => [offset, hex(text)];
const start = (text: string): Magic[] => [at(0, text)];
const bytes = (digits: string): Magic[] => [[0, digits]];
const riff = (type: string): Magic[] => [at(0, 'RIFF'), at(8, type)];
const form = (type: string): Magic[] => [at(0, 'FORM'), at(8, type)];
/** The first box of an ISO base media file, whose size is below 16 MiB. */
const box = (text: string): Magic[] => [[0, '00'], at(4, text)];
const brands = (...names: string[]): Magic[][] => names.map((name) => box(`ftyp${name}`));
/** Packets of 188 bytes. */
const TRANSPORT_STREAM = [0, 1, 2, 3, 4].map((packet) => at(packet * 188, 'G'));
/** MPEG audio: a frame of layer II or III with a bit rate; of AAC the layer is 0. */
const mpegFrames = (...second: string[]): Magic[][] => second.map((byte) => bytes(`ff${byte}`));

const media = (name: string, ...magic: Magic[][]): Kind => ({ name, advice: AS_MEDIA, magic });
const image = (name: string, ...magic: Magic[][]): Kind => ({ name, advice: NO_PICTURE, magic });
const archive = (name: string, ...magic: Magic[][]): Kind => ({ name, advice: UNPACK, magic });
const document = (name: string, ...magic: Magic[][]): Kind => ({ name, advice: AS_TEXT, magic });

/** The first match counts. */
const KINDS: readonly Kind[] = [
  document('a PDF', start('%PDF-'), bytes('efbbbf255044462d')),
  document('a document in Rich Text Format (.rtf)', start('{\\rtf')),
  document('an old Office document (.doc, .xls or .ppt)', bytes('d0cf11e0a1b11ae1')),
  document('a PostScript document', start('%!PS')),
  image('a PNG image', bytes('89504e470d0a1a0a')),
  image('a JPEG image', bytes('ffd8ff')),
  image('a GIF image', start('GIF87a'), start('GIF89a')),
  image('a WebP image', riff('WEBP')),
  image('a TIFF image', bytes('49492a00'), bytes('4d4d002a')),
  image('a BMP image', [at(0, 'BM'), [6, '00000000']]),
  image('a HEIC image', ...brands('heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1')),
  image('an AVIF image', ...brands('avif', 'avis')),
  media('a WAV recording', riff('WAVE')),
  media('an AVI video', riff('AVI ')),
  media('an AIFF recording', form('AIFF'), form('AIFC')),
  media(
    'an MP3 recording',
    [at(0, 'ID3'), [3, '0?0?']],
    ...mpegFrames('fb', 'fa', 'f3', 'f2', 'e3', 'e2', 'fd', 'fc'),
  ),
  media('an AAC recording', ...mpegFrames('f1', 'f9')),
  media('an M4A recording', ...brands('M4A ', 'M4B ', 'M4P ')),
  media('a QuickTime video', ...brands('qt  '), box('moov'), box('mdat'), box('wide')),
  media('an MP4 video', box('ftyp')),
  media('an Ogg recording', start('OggS')),
  media('a FLAC recording', start('fLaC')),
  media('a WebM or Matroska (.mkv) video', bytes('1a45dfa3')),
  media('an MPEG video', bytes('000001ba'), bytes('000001b3'), TRANSPORT_STREAM),
  media('a Windows Media file (.wma or .wmv)', bytes('3026b2758e66cf11')),
  media('a Flash video', bytes('464c5601')),
  media('an AMR recording', start('#!AMR')),
  media('a CAF recording', [at(0, 'caff'), [4, '0001']]),
  media('a MIDI file', start('MThd')),
  archive('a ZIP archive', bytes('504b0506'), bytes('504b0708')),
  archive('a RAR archive', bytes('526172211a07')),
  archive('a 7-Zip archive', bytes('377abcaf271c')),
  archive('a gzip archive', bytes('1f8b08')),
  archive('a bzip2 archive', [at(0, 'BZh'), [4, '314159265359']]),
  archive('an XZ archive', bytes('fd377a585a00')),
  archive('a Zstandard archive', bytes('28b52ffd')),
  archive('a tar archive', [at(257, 'ustar\0')], [at(257, 'ustar  \0')]),
];

/** Kinds of ZIP files by the names of their entries; other ZIP files are archives. */
const ZIP_KINDS: readonly (readonly [entry: RegExp, name: string])[] = [
  [/^xl\//, 'an Excel workbook (.xlsx)'],
  [/^ppt\//, 'a PowerPoint presentation (.pptx)'],
  [/^META-INF\/container\.xml$/, 'an e-book (.epub)'],
  [/^(?:Index\/Document\.iwa|Index\.zip|index\.apxl)$/, 'a Pages or Keynote document'],
  [/^(?:content\.xml|META-INF\/manifest\.xml)$/, 'an OpenDocument file (.odt)'],
];

const message = ({ name, advice }: Pick<Kind, 'name' | 'advice'>): string => `This is ${name}. ${advice}`;

/** An error message for a file that is recognised as binary; null for text and unknown content. */
export const binaryProblem = (given: Uint8Array): string | null => {
  // Viewers accept white space before a PDF's header, so it is skipped.
  const file = given.subarray(leadingSpace(given));
  if (isLocked(file)) return message(LOCKED);
  const kind = KINDS.find(({ magic }) => magic.some((parts) => parts.every((part) => matches(file, part))));
  return kind ? message(kind) : null;
};

const LOCKED = {
  name: 'a Word or Office file that is locked with a password',
  advice: 'Save it without one',
};
/** Office wraps an encrypted file in an old document, with a stream of this name. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
const isLocked = (file: Uint8Array): boolean =>
  matches(file, [0, 'd0cf11e0a1b11ae1']) &&
  Buffer.from(file.buffer, file.byteOffset, file.length).includes(ENCRYPTED);

/** How far PDF readers look for the header: implementation note 13 in appendix H of the PDF Reference 1.7. */
const HEADER_BYTES = 1_024;
const SPACES = new Set(Buffer.from(' \t\r\n\f'));

const leadingSpace = (file: Uint8Array): number => {
  let length = 0;
  while (length < HEADER_BYTES && SPACES.has(file[length] ?? 0)) length++;
  return length;
};

/** @param entries names of entries of a ZIP file that is not a Word document */
export const zipProblem = (entries: readonly string[]): string => {
  const known = ZIP_KINDS.find(([entry]) => entries.some((name) => entry.test(name)));
  return message(known ? { name: known[1], advice: AS_TEXT } : { name: 'a ZIP archive', advice: UNPACK });
};

/** Compares hexadecimal digits of the file; `?` matches any digit. */
const matches = (file: Uint8Array, [offset, digits]: Magic): boolean => {
  const length = digits.length / 2;
  if (file.length < offset + length) return false;
  const found = Buffer.from(file.buffer, file.byteOffset + offset, length).toString('hex');
  return Array.from(digits).every((digit, i) => digit === '?' || digit === found[i]);
};

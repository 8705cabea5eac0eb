/** Names of the books of the Bible in all languages in which queries are read. */
import { fold } from '../text/fold.js';
import type { SearchLanguage } from '../text/search-languages.js';

/** ISO 639-1. */
/** Without the number of numbered books. */
const NAMES: Record<SearchLanguage, string> = {
  en:
    'Genesis Exodus Leviticus Numbers Deuteronomy Joshua Judges Ruth Samuel Kings Chronicles Ezra Nehemiah Esther Job Psalm Psalms ' +
    'Proverbs Ecclesiastes Song Canticles Isaiah Jeremiah Lamentations Ezekiel Daniel Hosea Joel Amos Obadiah Jonah Micah ' +
    'Nahum Habakkuk Zephaniah Haggai Zechariah Malachi Matthew Mark Luke John Acts Romans Corinthians Galatians Ephesians ' +
    'Philippians Colossians Thessalonians Timothy Titus Philemon Hebrews James Peter Jude Revelation Apocalypse ' +
    'Tobit Judith Wisdom Sirach Ecclesiasticus Baruch Susanna Maccabees',
  de:
    'Mose Genesis Exodus Levitikus Numeri Deuteronomium Josua Richter Rut Ruth Samuel Könige Chronik Esra Nehemia Ester ' +
    'Esther Hiob Ijob Psalm Psalmen Sprüche Sprichwörter Prediger Kohelet Hohelied Jesaja Jeremia Klagelieder Hesekiel Ezechiel ' +
    'Daniel Hosea Joel Amos Obadja Jona Micha Nahum Habakuk Zefanja Zephanja Haggai Sacharja Maleachi Matthäus Markus Lukas ' +
    'Johannes Apostelgeschichte Apg Römer Römerbrief Korinther Galater Epheser Philipper Kolosser Thessalonicher Timotheus ' +
    'Titus Philemon Hebräer Jakobus Petrus Judas Offenbarung ' +
    'Tobit Tobias Judit Judith Weisheit Sirach Baruch Susanna Makkabäer',
  es:
    'Génesis Éxodo Levítico Números Deuteronomio Josué Jueces Rut Samuel Reyes Crónicas Esdras Nehemías Ester Job Salmo Salmos ' +
    'Proverbios Eclesiastés Cantares Cantar Isaías Jeremías Lamentaciones Ezequiel Daniel Oseas Joel Amós Abdías Jonás ' +
    'Miqueas Nahúm Habacuc Sofonías Hageo Zacarías Malaquías Mateo Marcos Lucas Juan Hechos Romanos Corintios Gálatas ' +
    'Efesios Filipenses Colosenses Tesalonicenses Timoteo Tito Filemón Hebreos Santiago Pedro Judas Apocalipsis ' +
    'Tobías Tobit Judit Sabiduría Eclesiástico Sirácida Baruc Susana Macabeos',
  fr:
    'Genèse Exode Lévitique Nombres Deutéronome Josué Juges Ruth Samuel Rois Chroniques Esdras Néhémie Esther Job Psaume Psaumes ' +
    'Proverbes Ecclésiaste Qohéleth Cantique Ésaïe Isaïe Jérémie Lamentations Ézéchiel Daniel Osée Joël Amos Abdias Jonas ' +
    'Michée Nahum Habacuc Sophonie Aggée Zacharie Malachie Matthieu Marc Luc Jean Actes Romains Corinthiens Galates ' +
    'Éphésiens Philippiens Colossiens Thessaloniciens Timothée Tite Philémon Hébreux Jacques Pierre Jude Apocalypse ' +
    'Tobie Tobit Judith Sagesse Siracide Ecclésiastique Baruch Suzanne Maccabées',
  pt:
    'Gênesis Êxodo Levítico Números Deuteronômio Josué Juízes Rute Samuel Reis Crônicas Esdras Neemias Ester Jó Salmo Salmos ' +
    'Provérbios Eclesiastes Cânticos Cantares Isaías Jeremias Lamentações Ezequiel Daniel Oséias Joel Amós Obadias Jonas ' +
    'Miquéias Naum Habacuque Sofonias Ageu Zacarias Malaquias Mateus Marcos Lucas João Atos Romanos Coríntios Gálatas ' +
    'Efésios Filipenses Colossenses Tessalonicenses Timóteo Tito Filemom Hebreus Tiago Pedro Judas Apocalipse ' +
    'Tobias Judite Sabedoria Eclesiástico Sirácida Baruc Baruque Susana Macabeus',
};

/** Names that have no other meaning, in lower case. */
export const PLAIN_NAMES = new Set(
  (
    'genesis exodus leviticus deuteronomy nehemiah psalms ecclesiastes isaiah jeremiah lamentations ezekiel hosea obadiah ' +
    'nahum habakkuk zephaniah haggai zechariah malachi galatians ephesians philippians colossians philemon'
  ).split(' '),
);

/** Names in the other languages that differ from English, by USFM code, without numbers. */
const OTHER_NAMES = new Map(
  `
    GEN Mose Génesis Genèse Gênesis
    EXO Mose Éxodo Exode Êxodo
    LEV Mose Levitikus Levítico Lévitique
    NUM Mose Numeri Números Nombres
    DEU Mose Deuteronomium Deuteronomio Deutéronome Deuteronômio
    JOS Josua Josué
    JDG Richter Jueces Juges Juízes
    RUT Rut Rute
    1KI Könige Reyes Rois Reis
    2KI Könige Reyes Rois Reis
    1CH Chronik Crónicas Chroniques Crônicas
    2CH Chronik Crónicas Chroniques Crônicas
    EZR Esra Esdras
    NEH Nehemia Nehemías Néhémie Neemias
    EST Ester
    JOB Hiob Ijob Jó
    PSA Psalmen Salmo Salmos Psaume Psaumes
    PRO Sprüche Sprichwörter Proverbios Proverbes Provérbios
    ECC Prediger Kohelet Eclesiastés Ecclésiaste Eclesiastes
    SNG Hohelied Cantares Cantique Cânticos
    ISA Jesaja Isaías Ésaïe Isaïe
    JER Jeremia Jeremías Jérémie Jeremias
    LAM Klagelieder Lamentaciones Lamentações
    EZK Hesekiel Ezechiel Ezequiel Ézéchiel
    HOS Oseas Osée Oséias
    JOL Joël
    AMO Amós
    OBA Obadja Abdías Abdias Obadias
    JON Jona Jonás Jonas
    MIC Micha Miqueas Michée Miquéias
    NAM Nahúm Naum
    HAB Habakuk Habacuc Habacuque
    ZEP Zefanja Zephanja Sofonías Sophonie Sofonias
    HAG Hageo Aggée Ageu
    ZEC Sacharja Zacarías Zacharie Zacarias
    MAL Maleachi Malaquías Malachie Malaquias
    MAT Matthäus Mateo Matthieu Mateus
    MRK Markus Marcos Marc
    LUK Lukas Lucas Luc
    JHN Johannes Juan Jean João
    ACT Apostelgeschichte Apg Hechos Actes Atos
    ROM Römer Romanos Romains
    1CO Korinther Corintios Corinthiens Coríntios
    2CO Korinther Corintios Corinthiens Coríntios
    GAL Galater Gálatas Galates
    EPH Epheser Efesios Éphésiens Efésios
    PHP Philipper Filipenses Philippiens
    COL Kolosser Colosenses Colossiens Colossenses
    1TH Thessalonicher Tesalonicenses Thessaloniciens Tessalonicenses
    2TH Thessalonicher Tesalonicenses Thessaloniciens Tessalonicenses
    1TI Timotheus Timoteo Timothée Timóteo
    2TI Timotheus Timoteo Timothée Timóteo
    TIT Tito Tite
    PHM Filemón Philémon Filemom
    HEB Hebräer Hebreos Hébreux Hebreus
    JAS Jakobus Santiago Jacques Tiago
    1PE Petrus Pedro Pierre
    2PE Petrus Pedro Pierre
    1JN Johannes Juan Jean João
    2JN Johannes Juan Jean João
    3JN Johannes Juan Jean João
    JUD Judas
    REV Offenbarung Apocalipsis Apocalypse Apocalipse
    TOB Tobias Tobías Tobie
    JDT Judit Judite
    WIS Weisheit Sabiduría Sagesse Sabedoria
    SIR Eclesiástico Sirácida Siracide Ecclésiastique
    BAR Baruc Baruque
    SUS Susana Suzanne
    1MA Makkabäer Macabeos Maccabées Macabeus
    2MA Makkabäer Macabeos Maccabées Macabeus
  `
    .trim()
    .split(/\n\s*/)
    .map((line) => {
      const [code, ...names] = line.split(' ');
      return [code!, names] as const;
    }),
);

/** The names of a book in German, Spanish, French and Portuguese that differ from English, by USFM code. */
export const otherNamesOf = (code: string): readonly string[] => OTHER_NAMES.get(code) ?? [];

const byLanguage = new Map<SearchLanguage, Set<string>>();

/** The folded book names of a language. */
const namesOf = (language: SearchLanguage): Set<string> => {
  const known = byLanguage.get(language) ?? new Set(NAMES[language].split(' ').map(fold));
  byLanguage.set(language, known);
  return known;
};

/** All names of all languages; short ones with their accents, because `Jo` is no Jó. */
const WHOLE_NAMES = new Set(
  Object.values(NAMES).flatMap((names) =>
    names.split(' ').map((name) => (name.length > 3 ? fold(name) : name.toLowerCase())),
  ),
);

/** Whether the word is the whole name of a book in one of the languages, also as `Roemer` for Römer. */
export const isWholeName = (word: string): boolean =>
  word.length > 3
    ? WHOLE_NAMES.has(fold(word)) || WHOLE_NAMES.has(fold(word).replace(/([aou])e/g, '$1'))
    : WHOLE_NAMES.has(word.normalize('NFC').toLowerCase());

/** @param word folded */
export const isBookName = (word: string, language: SearchLanguage): boolean => namesOf(language).has(word);

/**
 * Whether the word is a book name or could be an abbreviation of one: some of its letters in order, including the
 * first.
 * @param word folded
 */
export function mayNameBook(word: string, language: SearchLanguage): boolean {
  if (word.length < 2) return false;
  for (const name of namesOf(language)) if (isShortFor(word, name)) return true;
  return false;
}

function isShortFor(word: string, name: string): boolean {
  if (word[0] !== name[0] || word.length > name.length) return false;
  let at = 0;
  for (const letter of name) if (letter === word[at]) at++;
  return at === word.length;
}

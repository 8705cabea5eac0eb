/** Spellings of Bible references, by the citation that the API returns for them. */
export const SPELLINGS: Readonly<Record<string, string>> = {
  'John 3:16':
    'John 3:16|john 3 16|jn 3:16|jn 3.16|John 3,16|joh 3:16|Jhn 3:16|John chapter 3 verse 16|john three sixteen|John iii. 16|' +
    'john chapter three verse sixteen|gospel of john 3:16|the third chapter of john verse sixteen|Johannes 3,16|Joh 3,16|' +
    'Johannes Kapitel drei Vers sechzehn|Juan 3:16|Juan 3.16|Jn 3,16|Juan capítulo tres versículo dieciséis|Jean 3.16|Jean 3,16|' +
    'Jean chapitre trois verset seize|João 3:16|Jo 3,16|João capítulo três versículo dezesseis',
  'Psalms 23':
    'psalm 23|Psalms 23|Ps 23|ps. 23|psa 23|psalm twenty three|psalm twenty-three|twenty-third psalm|the twenty-third psalm|' +
    'the 23rd psalm|23rd psalm|Ps. xxiii|psalm xxiii|Psalm dreiundzwanzig|der 23. Psalm|der dreiundzwanzigste Psalm|Salmo 23|' +
    'salmo veintitrés|sal 23|Psaume 23|psaume vingt-trois|le vingt-troisième psaume|salmo vinte e três|Sl 23',
  '1 Corinthians 13':
    '1 cor 13|1cor 13|1 Corinthians 13|I Corinthians 13|I Cor. 13|I Cor. xiii|first corinthians 13|First Corinthians thirteen|' +
    '1st corinthians 13|first letter to the corinthians 13|1 co 13|1 Kor 13|1. Korinther 13|Erster Korinther dreizehn|' +
    '1 Corintios 13|primera de corintios 13|primera de corintios trece|1 Corinthiens 13|première aux corinthiens treize|' +
    '1 Coríntios 13|primeira aos coríntios treze',
  '1 Corinthians 13:4-7':
    'First Corinthians 13:4-7|1 cor 13:4-7|1 Cor 13.4-7|1 Corinthians 13:4–7|I Cor 13:4-7|1 cor 13 4-7|1 Kor 13,4-7|' +
    '1. Korinther 13,4-7|1 Corintios 13:4-7|1 Corinthiens 13, 4-7|1 Coríntios 13:4-7|first corinthians chapter 13 verses 4 to 7',
  'Romans 8:30':
    'romans 8:30|rom 8:30|rom 8 30|Rom. 8.30|Romans viii. 30|romans chapter eight verse thirty|romans 8 verse 30|' +
    'romans eight thirty|Römer 8,30|Röm 8,30|Römer 8:30|Römer Kapitel acht Vers dreißig|Romanos 8:30|Rom 8,30|' +
    'Romanos capítulo ocho versículo treinta|Romains 8.30|Romains 8,30|Romains chapitre huit verset trente|' +
    'Romanos capítulo oito versículo trinta',
  'Psalms 84':
    'psalm 84|ps 84|psalm eighty four|eighty-fourth psalm|84th psalm|Ps. lxxxiv|Salmo 84|salmo ochenta y cuatro|Psalm 84|' +
    'Psaume 84|psaume quatre-vingt-quatre|salmo oitenta e quatro|Psalm vierundachtzig',
  'Psalms 119:105':
    'psalm 119:105|ps 119 105|Ps. cxix. 105|psalm one hundred and nineteen verse one hundred and five|Psalm 119,105|Salmo 119:105|' +
    'Psaume 119.105|Sl 119:105',
  'Genesis 1:1':
    'genesis 1:1|gen 1:1|gn 1:1|Gen. i. 1|genesis one one|genesis chapter one verse one|1 Mose 1,1|1. Mose 1,1|Génesis 1:1|' +
    'Genèse 1.1|Gênesis 1:1|Gn 1,1',
  'Exodus 20':
    'exodus 20|ex 20|exod. 20|exodus twenty|Exod. xx|2 Mose 20|2. Mose 20|Éxodo 20|éxodo veinte|Exode 20|Êxodo 20',
  'Isaiah 53':
    'isaiah 53|isa 53|is 53|isaiah fifty three|isaiah chapter 53|Isa. liii|Jesaja 53|Jes 53|Isaías 53|Ésaïe 53|Esaïe 53|isaias 53',
  'Matthew 5:3-12':
    'matthew 5:3-12|matt 5:3-12|mt 5:3-12|mt 5,3-12|Matt. v. 3-12|Matthäus 5,3-12|Mt 5,3-12|Mateo 5:3-12|Matthieu 5.3-12|Mateus 5:3-12',
  'Acts 2:42':
    'acts 2:42|acts 2 42|act 2:42|Apostelgeschichte 2,42|Apg 2,42|Hechos 2:42|Actes 2.42|Atos 2:42',
  'Revelation 21:4':
    'revelation 21:4|rev 21:4|revelations 21:4|Rev. xxi. 4|Offenbarung 21,4|Offb 21,4|Apocalipsis 21:4|Apocalypse 21.4|Apocalipse 21:4',
  '2 Timothy 3:16':
    'II Tim 3:16|2 tim 3:16|second timothy 3:16|2nd timothy 3:16|second timothy three sixteen|2 Timotheus 3,16|2 Timoteo 3:16|' +
    '2 Timothée 3.16|2 Timóteo 3:16',
  'Philippians 4:13':
    'phil 4:13|philippians 4:13|phillipians 4:13|philippians four thirteen|Philipper 4,13|Filipenses 4:13|Philippiens 4.13|fp 4:13',
  '1 John 4:8':
    '1 john 4:8|1 jn 4:8|first john 4:8|first john four eight|I John iv. 8|1 Johannes 4,8|1 Juan 4:8|1 Jean 4.8|1 João 4:8',
};

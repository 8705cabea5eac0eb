/** Queries as people type them in languages other than English, by ISO 639-1 code. */
export const FOREIGN_QUERIES: Readonly<Record<string, string>> = {
  de:
    'wie kann ich meinem Bruder vergeben|Was sagt die Bibel über Angst|Predigt über Vergebung|Warum lässt Gott Leid zu|beten mit Kindern|' +
    'der verlorene Sohn|Gnade und Wahrheit|Hoffnung nach dem Tod|Umgang mit Geld|der Brief an die Römer|das Gleichnis vom Sämann|' +
    'wie bete ich richtig|ein Gift für die Seele|Krieg und Frieden in der Welt|wenn ein Kind stirbt|Gott ist mein Hirte|' +
    'die Macht der Gewohnheit|kann man seinen Glauben verlieren|Freude am Herrn|wer ist der Heilige Geist|mit leeren Händen vor Gott|' +
    'Ehe und Familie|was kommt nach dem Tod|Einsamkeit im Alter|Jesus und die Ehebrecherin|Rat und Tat|in der Not|' +
    'Leben mit einer Krankheit|ich habe Angst vor der Zukunft|wie gehe ich mit Streit um',
  es:
    'cómo perdonar a mi hermano|qué dice la Biblia sobre el miedo|la gracia de Dios|por qué permite Dios el sufrimiento|orar con los niños|' +
    'el hijo pródigo|amor y verdad|esperanza después de la muerte|el pan de vida|la red y los peces|sermón sobre la fe|' +
    'quien es el espiritu santo|como orar mejor|el amor de Dios|cuando muere un hijo|Dios es mi pastor|la soledad en la vejez|' +
    'tengo miedo al futuro|una vida sin rencor|once discípulos|el poder de la lengua|puedo perder la salvación|matrimonio y familia|' +
    'la parábola del sembrador|qué hay después de la muerte|vivir con una enfermedad|la paz que sobrepasa todo entendimiento|' +
    'el dinero y la generosidad|tiempo de espera|los dones del Espíritu',
  fr:
    'comment pardonner à mon frère|que dit la Bible sur la peur|la grâce de Dieu|pourquoi Dieu permet-il la souffrance|prier avec les enfants|' +
    'le fils prodigue|amour et vérité|espérance après la mort|le pain de vie|une main tendue|prédication sur la foi|' +
    "qui est le Saint-Esprit|comment prier|l'amour de Dieu|quand un enfant meurt|Dieu est mon berger|la solitude des personnes âgées|" +
    "j'ai peur de l'avenir|vivre sans rancune|les dons de l'Esprit|le pouvoir de la langue|peut-on perdre son salut|mariage et famille|" +
    "la parabole du semeur|qu'y a-t-il après la mort|vivre avec une maladie|la paix qui surpasse toute intelligence|l'argent et la générosité|" +
    'le temps de l’attente|coin de prière',
  pt:
    'como perdoar meu irmão|o que a Bíblia diz sobre o medo|a graça de Deus|por que Deus permite o sofrimento|orar com as crianças|' +
    'o filho pródigo|amor e verdade|esperança depois da morte|o pão da vida|uma mão estendida|sermão sobre a fé|' +
    'quem é o Espírito Santo|como orar melhor|o amor de Deus|quando morre um filho|Deus é o meu pastor|a solidão na velhice|' +
    'tenho medo do futuro|viver sem rancor|os dons do Espírito|o poder da língua|posso perder a salvação|casamento e família|' +
    'a parábola do semeador|o que há depois da morte|viver com uma doença|a paz que excede todo entendimento|o dinheiro e a generosidade|' +
    'tempo de espera|não tenha medo',
  it:
    'come perdonare mio fratello|cosa dice la Bibbia sulla paura|la grazia di Dio|perché Dio permette la sofferenza|pregare con i bambini|' +
    'il figliol prodigo|speranza dopo la morte|chi è lo Spirito Santo|la parabola del seminatore|il pane della vita',
  nl:
    'hoe vergeef ik mijn broer|wat zegt de Bijbel over angst|de genade van God|waarom laat God lijden toe|bidden met kinderen|' +
    'de verloren zoon|hoop na de dood|wie is de Heilige Geest|de gelijkenis van de zaaier|leven met een ziekte',
};

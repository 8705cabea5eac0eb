/** Tests whether a model knows a language: each sentence in it should be nearest to its own translation. */
import { dot } from './vectors.js';
import type { Embedder } from '../ports.js';
import { ENGLISH } from '../text/language.js';
import type { DetectableLanguage } from '../text/search-languages.js';

/** The same five sentences in each language, by ISO 639-1 code. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'How do I forgive someone who has hurt me?',
    'The bread must rest overnight before it is baked.',
    'My daughter is afraid of the dark.',
    'They lost everything in the flood.',
    'He has not spoken to his neighbour for ten years.',
  ],
  de: [
    'Wie vergebe ich jemandem, der mich verletzt hat?',
    'Das Brot muss vor dem Backen über Nacht ruhen.',
    'Meine Tochter fürchtet sich vor der Dunkelheit.',
    'Sie haben bei der Überschwemmung alles verloren.',
    'Er hat seit zehn Jahren nicht mit seinem Nachbarn gesprochen.',
  ],
  es: [
    '¿Cómo perdono a alguien que me ha hecho daño?',
    'El pan debe reposar toda la noche antes de hornearse.',
    'Mi hija tiene miedo a la oscuridad.',
    'Lo perdieron todo en la inundación.',
    'No ha hablado con su vecino desde hace diez años.',
  ],
  fr: [
    "Comment pardonner à quelqu'un qui m'a fait du mal ?",
    "Le pain doit reposer toute la nuit avant d'être cuit.",
    'Ma fille a peur du noir.',
    "Ils ont tout perdu dans l'inondation.",
    "Il n'a pas parlé à son voisin depuis dix ans.",
  ],
  pt: [
    'Como perdoo alguém que me magoou?',
    'O pão deve descansar durante a noite antes de ser assado.',
    'A minha filha tem medo do escuro.',
    'Eles perderam tudo na enchente.',
    'Ele não fala com o vizinho há dez anos.',
  ],
  it: [
    'Come perdono qualcuno che mi ha ferito?',
    'Il pane deve riposare tutta la notte prima di essere cotto.',
    'Mia figlia ha paura del buio.',
    "Hanno perso tutto nell'alluvione.",
    'Non parla con il suo vicino da dieci anni.',
  ],
  nl: [
    'Hoe vergeef ik iemand die mij pijn heeft gedaan?',
    'Het brood moet een nacht rusten voordat het gebakken wordt.',
    'Mijn dochter is bang in het donker.',
    'Zij zijn bij de overstroming alles kwijtgeraakt.',
    'Hij heeft al tien jaar niet met zijn buurman gesproken.',
  ],
} satisfies Record<DetectableLanguage | 'en', readonly string[]>;

/**
 * The languages that the model knows, of those that can be tested, by ISO 639-1 code.
 * @throws {EmbedderUnavailableError}
 */
export async function knownLanguages(embedder: Embedder): Promise<string[]> {
  const tables = (await embedder.languages?.()) ?? [];
  const known: string[] = [];
  for (const language of Object.keys(SENTENCES))
    if (language === ENGLISH || tables.includes(language) || (await knowsLanguage(embedder, language)))
      known.push(language);
  return known;
}

/**
 * Whether the model itself knows a language, without a table for it.
 * @throws {EmbedderUnavailableError}
 */
export async function knowsLanguage(embedder: Embedder, language: string): Promise<boolean> {
  const [english, others] = await Promise.all(
    [SENTENCES[ENGLISH]!, SENTENCES[language]!].map((sentences) => embedder.embedDocuments(sentences)),
  );
  return others!.every((other, at) => {
    const cosines = english!.map((one) => dot(one, other));
    return cosines.indexOf(Math.max(...cosines)) === at;
  });
}

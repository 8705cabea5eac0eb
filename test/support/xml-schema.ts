/** Checks XML against the schemas in fixtures/xsd with libxml2, and reads it as plain objects. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { memoryPages, validateXML } from 'xmllint-wasm';

const file = (fileName: string) => ({
  fileName,
  contents: readFileSync(fileURLToPath(new URL(`fixtures/xsd/${fileName}`, import.meta.url)), 'utf8'),
});

const imported = { 'rss.xsd': ['atom-link.xsd', 'itunes.xsd', 'podcast.xsd'], 'sitemap.xsd': [] };

/** The problems of the document; empty if it matches the schema. */
export const schemaProblems = async (xml: string, schema: keyof typeof imported): Promise<string[]> => {
  const { errors } = await validateXML({
    xml: [{ fileName: 'document.xml', contents: xml }],
    schema: [file(schema)],
    preload: imported[schema].map(file),
    maxMemoryPages: 8 * memoryPages.defaultMaxMemoryPages,
  });
  return errors.map(({ rawMessage }) => rawMessage);
};

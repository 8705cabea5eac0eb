/** Parses the subset of Dockerfile and .dockerignore syntax that this project uses. */

interface Instruction {
  /** e.g. `COPY` */
  name: string;
  /** `--from=build` as `{ from: 'build' }` */
  flags: Record<string, string>;
  /** The rest of the instruction, on one line. */
  value: string;
}

interface Stage {
  image: string;
  /** `AS build` */
  name: string | null;
  instructions: Instruction[];
}

/** @throws {Error} when an instruction comes before the first FROM */
export const parseDockerfile = (text: string): Stage[] => {
  const stages: Stage[] = [];
  const lines = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, ' ');
  for (const line of lines.split('\n').filter((line) => line.trim() !== '')) {
    const instruction = parseInstruction(line.trim());
    if (instruction.name === 'FROM') {
      const [image = '', , name = null] = instruction.value.split(/\s+/);
      stages.push({ image, name, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`${instruction.name} before the first FROM`);
    stage.instructions.push(instruction);
  }
  return stages;
};

const parseInstruction = (line: string): Instruction => {
  const [name = '', ...words] = line.split(/\s+/);
  const end = words.findIndex((word) => !word.startsWith('--'));
  const flags = words.slice(0, end).map((word) => word.slice(2).split('=') as [string, string]);
  const flagText = words.slice(0, end).join(' ');
  const value = line.slice(name.length).trim().slice(flagText.length).trim();
  return { name: name.toUpperCase(), flags: Object.fromEntries(flags), value };
};

/** Parses the exec form `["a", "b"]`; wraps the shell form in `/bin/sh -c`. */
export const commandOf = (value: string): string[] =>
  value.startsWith('[') ? (JSON.parse(value) as string[]) : ['/bin/sh', '-c', value];

/** `A=1 B=two` */
export const variablesOf = (value: string): Record<string, string> =>
  Object.fromEntries(value.split(/\s+/).map((pair) => pair.split('=') as [string, string]));

/**
 * Returns whether a path of the build context is ignored: the last pattern that matches it or a parent folder
 * decides.
 */
export const createIgnore = (text: string): ((path: string) => boolean) => {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ excludes: !line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.excludes ?? false;
};

const patternOf = (glob: string): RegExp => {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  return new RegExp(`^${escaped}(/|$)`);
};

/**
 * Lower-case ASCII words of a text. Accents are folded, apostrophes removed ("Children's" -> "childrens"), `&` and `+` read as
 * "and". Anything else that is not a letter or digit separates words. Initials are joined: "U. S." -> "us", "N W" -> "nw".
 */
export function foldWords(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .replace(AND, ' and ')
    .split(NOT_WORD);
  const joined: string[] = [];
  let run = '';
  for (const word of words) {
    if (word.length === 1 && word >= 'a') {
      run += word;
      continue;
    }
    if (run) joined.push(run);
    run = '';
    if (word) joined.push(word);
  }
  if (run) joined.push(run);
  return joined;
}

const MARKS = /[\u0300-\u036f]/g;
const APOSTROPHES = /['’‘`´]/g;
const AND = /[&+]/g;
const NOT_WORD = /[^a-z0-9]+/;

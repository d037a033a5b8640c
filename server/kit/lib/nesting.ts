/** Levels of objects and lists in a body. Deeper ones overflow the stack of the code that walks them. */
const mostLevels = 200;

/** Whether a JSON text nests deeper than any call needs. One pass over the text, before it is parsed. */
export function nestsTooDeep(json: string): boolean {
  let level = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const letter = json[at];
    if (inText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inText = false;
    } else if (letter === '"') inText = true;
    else if (letter === '[' || letter === '{') {
      level += 1;
      if (level > mostLevels) return true;
    } else if (letter === ']' || letter === '}') level -= 1;
  }
  return false;
}

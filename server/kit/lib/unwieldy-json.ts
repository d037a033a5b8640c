/** Levels of objects and lists in a body. Deeper ones overflow the stack of the code that walks them. */
const mostLevels = 200;

/** Fields of one object in a body. Judging the names of more holds the event loop. */
const mostFields = 2000;

/** Whether a JSON text nests deeper, or has an object with more fields, than any call needs. One pass, before it is parsed. */
export function isUnwieldy(json: string): boolean {
  let level = 0;
  let inText = false;
  const fields = new Uint16Array(mostLevels + 1);
  for (let at = 0; at < json.length; at++) {
    const letter = json[at];
    if (inText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inText = false;
    } else if (letter === '"') inText = true;
    else if (letter === '[' || letter === '{') {
      level += 1;
      if (level > mostLevels) return true;
      fields[level] = 0;
    } else if (letter === ':') {
      const count = (fields[level] ?? 0) + 1;
      if (count > mostFields) return true;
      fields[level] = count;
    } else if (letter === ']' || letter === '}') level -= 1;
  }
  return false;
}

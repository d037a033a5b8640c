import { endingOf } from '../file-names/clean-file-name.ts';

/** What a file is by its content. `endings` are those of its names, the usual one first. */
export type FileKind = {
  readonly label: string;
  readonly endings: readonly string[];
  /** It can run on a computer, so that it is never kept. */
  readonly isProgram?: true;
};

type Sign = FileKind & { readonly at?: number; readonly signs: readonly string[] };

const office97 = { label: 'Office 97 file', endings: ['doc', 'xls', 'ppt', 'msg', 'dot', 'xlt', 'pub', 'vsd'] } as const;
const zip: FileKind = { label: 'ZIP archive', endings: ['zip', 'odt', 'ods', 'odp', 'pages', 'numbers', 'key'] };
const program = { label: 'Program', endings: ['exe', 'dll', 'com', 'scr', 'bin', 'so', 'jar'], isProgram: true } as const;

/** Kinds by their first bytes, as Latin-1 text. */
const binary: readonly Sign[] = [
  { label: 'PDF', endings: ['pdf'], signs: ['%PDF-'] },
  { label: 'PNG image', endings: ['png'], signs: ['\x89PNG\r\n\x1a\n'] },
  { label: 'JPEG image', endings: ['jpg', 'jpeg', 'jpe', 'jfif'], signs: ['\xff\xd8\xff'] },
  { label: 'GIF image', endings: ['gif'], signs: ['GIF87a', 'GIF89a'] },
  { label: 'WebP image', endings: ['webp'], at: 8, signs: ['WEBP'] },
  { label: 'HEIC image', endings: ['heic', 'heif'], at: 4, signs: ['ftypheic', 'ftypmif1', 'ftypheix'] },
  { label: 'TIFF image', endings: ['tif', 'tiff'], signs: ['II*\0', 'MM\0*'] },
  { ...office97, signs: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'] },
  { label: 'RTF document', endings: ['rtf', 'doc'], signs: ['{\\rtf'] },
  { label: 'gzip archive', endings: ['gz', 'tgz'], signs: ['\x1f\x8b'] },
  { label: 'RAR archive', endings: ['rar'], signs: ['Rar!\x1a\x07'] },
  { label: '7-Zip archive', endings: ['7z'], signs: ['7z\xbc\xaf\x27\x1c'] },
  {
    ...program,
    signs: [
      'MZ',
      '\x7fELF',
      '\xfe\xed\xfa\xce',
      '\xfe\xed\xfa\xcf',
      '\xce\xfa\xed\xfe',
      '\xcf\xfa\xed\xfe',
      '\xca\xfe\xba\xbe',
      '#!',
      'L\0\0\0\x01\x14\x02\0',
    ],
  },
];

/** Office documents are ZIP archives with a file of this name in them. */
const office: readonly (FileKind & { readonly part: string })[] = [
  { label: 'Word document', endings: ['docx', 'docm', 'dotx'], part: 'word/document' },
  { label: 'Excel workbook', endings: ['xlsx', 'xlsm', 'xltx'], part: 'xl/workbook' },
  { label: 'PowerPoint file', endings: ['pptx', 'ppsx'], part: 'ppt/presentation' },
];

const texts: readonly (FileKind & { readonly begins: RegExp })[] = [
  { label: 'SVG image', endings: ['svg'], begins: /^(?:<\?xml[^>]{0,200}>\s{0,100})?(?:<!--[^>]{0,500}>\s{0,100})?<svg[\s>]/i },
  {
    label: 'Web page',
    endings: ['html', 'htm', 'xhtml', 'mht'],
    begins: /^(?:<!--[^>]{0,500}>\s{0,100})?<(?:!doctype html|html|head|body|script|iframe|meta|div|p|table)[\s>]/i,
  },
  { label: 'XML file', endings: ['xml', 'xsd'], begins: /^<\?xml\s/ },
  { label: 'Calendar entry', endings: ['ics'], begins: /^BEGIN:VCALENDAR/ },
  { label: 'Contact card', endings: ['vcf'], begins: /^BEGIN:VCARD/ },
];
const text: FileKind = { label: 'Text', endings: ['txt', 'csv', 'tsv', 'md', 'log', 'json', 'eml', 'xml', 'ics', 'htm', 'html'] };
const unknown: FileKind = { label: 'Unknown', endings: [] };

/** Names of files that Windows or a Mac runs, though their content is plain text or an archive. */
const programEndings: ReadonlySet<string> = new Set(
  'exe com scr bat cmd ps1 psm1 vbs vbe js jse wsf wsh hta msi msp jar lnk reg pif cpl dll app command sh action workflow apk iso img vhd'.split(
    ' ',
  ),
);

/** What a file is by its content; only for programs also by its name. `includes` says whether the file has some ASCII text in it. */
export function fileKind(name: string, begins: Uint8Array, includes: (text: string) => boolean): FileKind {
  const start = String.fromCharCode(...begins.subarray(0, 2048));
  const kind = kindOf(start, includes);
  return programEndings.has(endingOf(name)) ? { ...kind, isProgram: true } : kind;
}

function kindOf(start: string, includes: (text: string) => boolean): FileKind {
  // Some systems write a few bytes before the PDF.
  const found = binary.find(({ signs, at = 0 }) => signs.some((sign) => start.startsWith(sign, at)));
  if (found) return found;
  if (start.slice(0, 1024).includes('%PDF-')) return { label: 'PDF', endings: ['pdf'] };
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return office.find(({ part }) => includes(part)) ?? zip;
  const plain = start.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/[^\P{Cc}\s\x80-\x9f]/u.test(plain)) return unknown;
  return texts.find(({ begins }) => begins.test(plain)) ?? text;
}

/** The name under which a file is offered: it ends as its content asks. `words` say where the given name said something else. */
export function offeredName(
  name: string,
  { label, endings }: FileKind,
): { readonly name: string; readonly words: string | null } {
  const ending = endingOf(name);
  const [usual] = endings;
  if (usual === undefined)
    return {
      name: knownEndings.has(ending) ? `${name}.bin` : name,
      words: knownEndings.has(ending) ? lies(ending, 'something else') : null,
    };
  if (endings.includes(ending)) return { name, words: null };
  const isNamed = knownEndings.has(ending);
  return { name: `${name}.${usual}`, words: isNamed ? lies(ending, `“${label}”`) : null };
}

const knownEndings: ReadonlySet<string> = new Set([...binary, ...office, ...texts, zip, text].flatMap(({ endings }) => endings));
const lies = (ending: string, is: string): string => `Its name says .${ending}, but its content is ${is}.`;

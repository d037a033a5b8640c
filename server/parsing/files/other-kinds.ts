type OtherKind = { readonly magic: string; readonly is: string; readonly remedy: string };

const archive = 'Unpack it first.';
const otherKinds: readonly OtherKind[] = [
  {
    magic: '\xd0\xcf\x11\xe0',
    is: 'This is an old or password-protected Office file',
    remedy: 'Save it as .xlsx without a password.',
  },
  { magic: '%PDF', is: 'This is a PDF', remedy: 'Ask the vendor for CSV, XML, JSON or XLSX.' },
  { magic: '\x1f\x8b', is: 'The file is packed with gzip', remedy: archive },
  { magic: 'Rar!', is: 'This is a RAR archive', remedy: archive },
  { magic: '7z\xbc\xaf', is: 'This is a 7-Zip archive', remedy: archive },
];

const startsWith = (bytes: Uint8Array, magic: string): boolean =>
  Array.from(magic, (letter) => letter.charCodeAt(0)).every((code, index) => bytes[index] === code);

/** Whether the file begins as a zip archive does, of which an .xlsx workbook is one. */
export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 'PK\x03\x04');

/** A kind of file that no reader reads, known by its first bytes. */
export const otherKindOf = (bytes: Uint8Array): OtherKind | undefined => otherKinds.find(({ magic }) => startsWith(bytes, magic));

import { fileNameOf } from '#domain/sheet/file-name.ts';
import { saveFile } from '../save-file.ts';

/** What a drawn element looks like. The page's style sheets do not come along in a file. */
const looks = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

const namespace = 'http://www.w3.org/2000/svg';
const [margin, headHeight] = [16, 44];
/** Pixels of the picture for one of the screen, so that it is sharp on paper. */
const pictureScale = 2;

type Picture = { readonly text: string; readonly width: number; readonly height: number };

/** The chart under an element as an SVG file of its own: as it looks now, with its title, on the page's ground. */
function svgOf(room: HTMLElement, title: string): Picture | null {
  const drawn = room.querySelector('svg');
  if (!drawn) return null;
  const { width: inner, height: tall } = drawn.getBoundingClientRect();
  const [width, height] = [Math.ceil(inner) + 2 * margin, Math.ceil(tall) + headHeight + margin];
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll('*');
  for (const [i, element] of drawn.querySelectorAll('*').entries()) {
    const target = copies[i];
    if (target) dress(target, getComputedStyle(element));
  }
  for (const link of copy.querySelectorAll('a')) unlink(link);
  copy.setAttribute('x', String(margin));
  copy.setAttribute('y', String(headHeight));
  copy.setAttribute('width', String(inner));
  copy.setAttribute('height', String(tall));
  // The outline of the outermost shapes.
  copy.setAttribute('overflow', 'visible');
  for (const name of ['role', 'aria-label', 'class', 'style', 'tabindex']) copy.removeAttribute(name);
  const page = getComputedStyle(room);
  const file = document.createElementNS(namespace, 'svg');
  file.setAttribute('viewBox', `0 0 ${width} ${height}`);
  file.setAttribute('width', String(width));
  file.setAttribute('height', String(height));
  const ground = document.createElementNS(namespace, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', page.getPropertyValue('--surface').trim() || 'white');
  const head = document.createElementNS(namespace, 'text');
  head.setAttribute('x', String(margin));
  head.setAttribute('y', '28');
  head.setAttribute('fill', page.color);
  head.setAttribute('font-family', page.fontFamily);
  head.setAttribute('font-size', '16');
  head.setAttribute('font-weight', '600');
  head.textContent = title;
  file.append(ground, head, copy);
  return { text: new XMLSerializer().serializeToString(file), width, height };
}

/** Writes what an element looks like into its attributes. */
function dress(element: Element, style: CSSStyleDeclaration): void {
  for (const name of looks) {
    const value = style.getPropertyValue(name);
    if (value !== '') element.setAttribute(name, value.replace(/^url\("?[^#"]*(#[^")]+)"?\)$/, 'url($1)'));
  }
  for (const name of ['class', 'style', 'tabindex', 'data-spot', 'data-tip']) element.removeAttribute(name);
}

/** A file links to nothing: its parts stay with their words. */
function unlink(link: Element): void {
  const group = document.createElementNS(namespace, 'g');
  const words = link.getAttribute('aria-label');
  if (words !== null) {
    const title = document.createElementNS(namespace, 'title');
    title.textContent = words;
    group.append(title);
  }
  group.append(...link.childNodes);
  link.replaceWith(group);
}

/** Saves the chart as a file of drawn shapes, or as a picture. Both are made on this device. False if it could not be made. */
export async function saveChart(room: HTMLElement, title: string, type: 'svg' | 'png'): Promise<boolean> {
  const svg = svgOf(room, title);
  if (!svg) return false;
  const name = fileNameOf(title, type);
  if (type === 'svg') {
    saveFile(name, new Blob([svg.text], { type: 'image/svg+xml' }));
    return true;
  }
  const picture = await pngOf(svg);
  if (picture) saveFile(name, picture);
  return picture !== null;
}

async function pngOf({ text, width, height }: Picture): Promise<Blob | null> {
  const image = new Image();
  // The page's policy allows pictures of data addresses, and no others made here.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * pictureScale;
  canvas.height = height * pictureScale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

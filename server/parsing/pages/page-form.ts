import { pageLimits } from '../files/page-limits.ts';
import type { PageFacts, PagePlan } from '../files/page-plan.ts';
import { textOf } from './page-text.ts';
import { find, isText, type PageElement, type PageNode } from './parse-page.ts';

type Form = NonNullable<PageFacts['form']>;

/** Controls that send nothing unless they are pressed, or that hold files. */
const notSent = new Set(['submit', 'button', 'image', 'reset', 'file']);

/** Reads the first form that has all planned controls, or else the first one, as a browser would send it. */
export function formOf(page: readonly PageNode[], { at, controls }: NonNullable<PagePlan['form']>): Form | null {
  const forms = find(at, page).filter(({ name }) => name === 'form');
  const read = forms.slice(0, 50).map((form) => ({ form, named: namesOf(form, controls) }));
  const wanted = Object.keys(controls).length;
  const found = read.find(({ named }) => Object.keys(named).length === wanted) ?? read[0];
  if (!found) return null;
  const { form, named } = found;
  return {
    action: (form.attribs['action'] ?? '').trim().slice(0, 2000),
    method: /^post$/i.test(form.attribs['method']?.trim() ?? '') ? 'POST' : 'GET',
    controls: find('input, select, textarea, button', form).flatMap(controlOf).concat(pressedOf(form)),
    named,
  };
}

function namesOf(form: PageElement, controls: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(controls).flatMap(([control, selector]) => {
      const name = find(selector, form)[0]?.attribs['name'];
      return name ? [[control, name]] : [];
    }),
  );
}

function controlOf(control: PageElement): Form['controls'][number][] {
  const name = control.attribs['name'] ?? '';
  const type = control.attribs['type']?.toLowerCase() ?? '';
  if (name === '' || 'disabled' in control.attribs || control.name === 'button' || notSent.has(type)) return [];
  if ((type === 'checkbox' || type === 'radio') && !('checked' in control.attribs)) return [];
  return [{ name, value: valueOf(control, type) }];
}

function valueOf(control: PageElement, type: string): string {
  if (control.name === 'textarea')
    return control.children
      .filter(isText)
      .map(({ data }) => data)
      .join('')
      .slice(0, pageLimits.controlLength);
  if (control.name === 'select') {
    const options = find('option', control);
    const chosen = options.find(({ attribs }) => 'selected' in attribs) ?? options[0];
    return chosen ? (chosen.attribs['value'] ?? textOf([chosen])) : '';
  }
  const value = control.attribs['value'] ?? (type === 'checkbox' || type === 'radio' ? 'on' : '');
  return value.slice(0, pageLimits.controlLength);
}

/** Vendors tell forms apart by the name of the button that was pressed: the first one, as with the Enter key. */
function pressedOf(form: PageElement): Form['controls'][number][] {
  const [button] = find('input[type=submit i], button:not([type]), button[type=submit i]', form);
  const name = button?.attribs['name'] ?? '';
  return button && name !== '' ? [{ name, value: button.attribs['value'] ?? '' }] : [];
}

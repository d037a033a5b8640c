import { ok } from '#contract/kit/result.ts';
import { mostInvited } from '#contract/people/invitations.ts';
import type { NamedColumn } from './parsing/named-table.ts';
import { readTableApart } from './parsing/read-apart.ts';
import { refusedFile } from './parsing/refused-file.ts';
import type { ReadPeople } from './people/invitations/people-reader.ts';

const column = (label: string, needs: NamedColumn['needs'], longest: number, ...headings: string[]): NamedColumn => ({
  headings: [headings],
  label,
  needs,
  longest,
});

const columns = {
  name: column('name', 'cell', 200, 'name', 'fullName', 'contactName', 'displayName'),
  email: column('email', 'cell', 320, 'email', 'emailAddress', 'mail', 'userName'),
  role: column('role', 'cell', 100, 'role', 'userRole', 'roleName'),
  phone: column('phone', 'neither', 50, 'phone', 'phoneNumber', 'telephone', 'mobile'),
};

/** Reads a list of people (CSV, TXT or XLSX) in the parsing process. A row that breaks a rule of a column stays, with its problem. */
export const readPeople: ReadPeople = async (file, customerId) => {
  const read = await readTableApart(file, { columns, mostRows: mostInvited }, { customerId });
  if (!read.ok) return refusedFile(read.error);
  const good = read.value.rows.map(({ row, cells }) => ({ row, ...cells, problem: null }));
  const bad = read.value.refused.map(({ row, problems }) => {
    const valueOf = (field: string) => problems.find((each) => each.field === field)?.value ?? '';
    const problem = problems.map((each) => `${each.problem} ${each.remedy}`).join(' ');
    return { row, name: valueOf('name'), email: valueOf('email'), role: valueOf('role'), phone: '', problem };
  });
  return ok([...good, ...bad].sort((a, b) => a.row - b.row));
};

/** A client as stored in the ATS. */
export type AtsClient = {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
};

/** A client to create in the ATS, with its first contact. */
export type NewClient = {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly status: string;
  readonly parentId: string;
  readonly contact: { readonly firstName: string; readonly lastName: string };
  readonly fields: Readonly<Record<string, string>>;
};

/** `refused`: nothing was created, with the target's message. `unknown`: the client may have been created. */
export type MakeAnswer =
  | { readonly kind: 'done'; readonly id: string; readonly words: string | null }
  | { readonly kind: 'refused' | 'unknown'; readonly words: string };

/** A custom field that the target lets its customers define. */
export type CustomField = {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly type: 'text' | 'number' | 'date' | 'choice';
  readonly options: readonly { readonly id: string; readonly name: string }[];
};

/** Operations of a target that stores clients. Null: the target could not be reached. */
export type TargetClients = {
  /** `absent` if no client has the id. */
  byId(id: string): Promise<AtsClient | 'absent' | null>;
  /** The clients with exactly this name. Reads the target's database, because a search index lists a new client late. */
  named(name: string): Promise<readonly AtsClient[] | null>;
  search(term: string, count: number, start: number): Promise<{ total: number; data: AtsClient[] } | null>;
  make(client: NewClient): Promise<MakeAnswer>;
  fields(entity: string): Promise<CustomField[] | null>;
  /** The statuses that clients may have there. */
  statuses(): Promise<readonly { readonly id: string; readonly name: string }[] | null>;
};

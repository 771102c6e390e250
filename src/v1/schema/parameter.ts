/** One query parameter: what it may be, and what people are told about it. */
export type Parameter = TextParameter | ChoiceParameter | NumberParameter;

/** A parameter whose value may be any text. */
export interface TextParameter {
  readonly type: 'text';
  readonly description: string;
  /** What a request without it is told to give; only parameters that must be given have this. */
  readonly required?: string;
}

/** A parameter whose value is one of a few. */
export interface ChoiceParameter {
  readonly type: 'choice';
  readonly description: string;
  readonly values: readonly string[];
  /** What stands for a parameter that is not given. */
  readonly byDefault?: string;
}

/** A parameter whose value is a positive whole number. */
export interface NumberParameter {
  readonly type: 'number';
  readonly description: string;
  /** What stands for a parameter that is not given. */
  readonly byDefault: number;
}

/** What a request has for each of its parameters. */
export type ParameterValues<P extends Readonly<Record<string, Parameter>>> = {
  readonly [Name in keyof P]: ParameterValue<P[Name]>;
};

type ParameterValue<P extends Parameter> = P extends { readonly type: 'number' }
  ? number
  : P extends { readonly values: readonly (infer Value)[] }
    ? P extends { readonly byDefault: string }
      ? Value
      : Value | undefined
    : P extends { readonly required: string }
      ? string
      : string | undefined;

/** How one provider is reached. */
export interface ProviderAccess {
  readonly apiKey: string;
  /** Absent = the provider's own. */
  readonly baseUrl?: string | undefined;
  /** Absent = the provider's default of `DEFAULT_MODELS`. */
  readonly model?: string | undefined;
}

/** Phrases whose words mean something else than they do alone. */
export const HARMLESS_PHRASES = `n_1 n_2 n_3 n_k password_free password_less passwordless passwortlos* sin_contrasena sans_mot_de_passe senza_password
  sem_senha key_figure* key_result* key_constraint* key_driver* take_down_time shut_down_cost* role_of role_in system_operator*
  operating_rule* dispatch_rule* reserve_rule* grid_code* heat_rate* secret_ballot system_load* system_cost* system_price*
  system_reserve* system_balance system_lambda system_wide system_demand system_inertia`;

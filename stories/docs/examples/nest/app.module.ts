/** The app's own module. */
export class AppModule {
  readonly controllers: readonly object[] = []
}

package paymentemulator;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test with a parameter of type {@link World} a world of its own:
 *
 * <pre>{@code
 * @ExtendWith(PaymentEmulatorExtension.class)
 * class ShopTest {
 *   @Test
 *   void aDeclinedCardPaysNothing(World world) {
 *     world.next("issuer:insufficient_funds", Map.of("reference", "order-1"));
 *     // … let the program under test pay order-1 at world.url()
 *     world.awaitDelivered("charge.completed", "order-1");
 *   }
 * }
 * }</pre>
 *
 * <p>It connects to the emulator at EMULATOR_URL. If that is not set, it starts the command in EMULATOR_COMMAND, by default
 * payment-emulator, on a free port and stops it after the last test. EMULATOR_CONTROL_TOKEN is sent to emulators that require
 * one. After a test that fails, the timeline of its world is printed to standard error.
 */
public final class PaymentEmulatorExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(PaymentEmulatorExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == World.class;
  }

  /** The world of a test. Its test method and its methods annotated with BeforeEach and AfterEach get the same. */
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (context.getTestMethod().isEmpty()) {
      throw new ParameterResolutionException(
          "a World belongs to one test: take it as a parameter of the test method or of a method with @BeforeEach, not of "
              + parameter.getDeclaringExecutable());
    }
    Emulator emulator = running(context).emulator;
    String test = context.getRequiredTestClass().getSimpleName() + "-" + context.getRequiredTestMethod().getName();
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(World.class, key -> emulator.world(test), World.class);
  }

  private static Running running(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(Running.class, key -> new Running(Emulator.open()), Running.class);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    World world = context.getStore(NAMESPACE).get(World.class, World.class);
    if (world == null) return;
    if (context.getExecutionException().isEmpty()) {
      world.end();
      return;
    }
    System.err.println(timeline(world, context.getDisplayName()));
    world.close();
  }

  private static String timeline(World world, String test) {
    try {
      return "%s failed in %s%n%s".formatted(test, world.url(), world.timeline());
    } catch (EmulatorException error) {
      return "the timeline of world %s could not be read: %s".formatted(world.name(), error.getMessage());
    }
  }

  /** The emulator of this run, which JUnit closes after the last test. */
  private record Running(Emulator emulator) implements CloseableResource {
    @Override
    public void close() {
      emulator.close();
    }
  }
}

package paymentemulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

@Isolated("it replaces System.err")
class PaymentEmulatorExtensionTest {
  private static final Map<String, Object> ORDER =
      Map.of(
          "amount", 1500, "currency", "NGN", "reference", "order-17",
          "customer_id", "cus_adaobi0001", "payment_method_id", "pmd_card000001");

  @ExtendWith(PaymentEmulatorExtension.class)
  static class Passes {
    private World prepared;

    @BeforeEach
    void prepare(World world) {
      prepared = world;
    }

    @Test
    void everyMethodOfATestGetsTheSameWorld(World world) {
      assertEquals(prepared, world);
    }
  }

  @ExtendWith(PaymentEmulatorExtension.class)
  static class Fails {
    @Test
    void theShopShipsTwice(World world) {
      world.request("POST", "/charges", ORDER);
      fail("the shop shipped twice");
    }
  }

  @ExtendWith(PaymentEmulatorExtension.class)
  static class WantsAWorldForAll {
    @BeforeAll
    static void prepare(World world) {}

    @Test
    void neverRuns() {}
  }

  private record Run(TestExecutionSummary summary, String errors) {
    static Run of(Class<?> tests) {
      PrintStream before = System.err;
      ByteArrayOutputStream printed = new ByteArrayOutputStream();
      SummaryGeneratingListener listener = new SummaryGeneratingListener();
      System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
      try {
        LauncherFactory.create()
            .execute(
                LauncherDiscoveryRequestBuilder.request()
                    .selectors(selectClass(tests))
                    .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                    .build(),
                listener);
      } finally {
        System.setErr(before);
      }
      return new Run(listener.getSummary(), printed.toString(StandardCharsets.UTF_8));
    }

    String problem() {
      return summary.getFailures().get(0).getException().getMessage();
    }
  }

  @Test
  void allMethodsOfATestShareItsWorld() {
    Run run = Run.of(Passes.class);
    assertEquals(1, run.summary().getTestsSucceededCount());
    assertFalse(run.errors().contains("timeline"), run.errors());
  }

  @Test
  void aTestThatFailsPrintsTheTimelineOfItsWorld() {
    Run run = Run.of(Fails.class);
    assertEquals("the shop shipped twice", run.problem());
    assertTrue(run.errors().contains("theShopShipsTwice(World) failed in http://"), run.errors());
    assertTrue(run.errors().contains("timeline of world \"Fails-theShopShipsTwice-"), run.errors());
    assertTrue(run.errors().contains("order-17"), run.errors());
  }

  @Test
  void aWorldForAllTestsOfAClassIsRefused() {
    Run run = Run.of(WantsAWorldForAll.class);
    assertTrue(run.problem().contains("a World belongs to one test"), run.problem());
  }
}

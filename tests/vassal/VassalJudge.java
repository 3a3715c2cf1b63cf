import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.GameSetupStep;
import VASSAL.build.module.GameState;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.documentation.BrowserHelpFile;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.widget.Chart;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.Command;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.Embellishment;
import VASSAL.counters.FreeRotator;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.DataArchive;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenuBar;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;
import org.slf4j.LoggerFactory;

/**
 * Loads a module and its set-ups in VASSAL's own engine, and prints what the engine makes of them.
 *
 * <p>Arguments: the module, a file of questions, and a folder for pictures of the maps. A question is
 * a board and a point on it: `board TAB x TAB y`. What is printed are lines of fields with tabs:
 * message, module, map, board, name (of a point), slot, chart, help, sides, setup, shown, piece,
 * deck, card, done.
 */
public final class VassalJudge {
  private static final PrintStream OUT =
      new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true,
          StandardCharsets.UTF_8);

  private VassalJudge() {}

  public static void main(String[] arguments) throws Exception {
    System.setOut(System.err);
    listen();
    Info.setConfig(new StandardConfig());
    watchDialogs();
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> fail(error));
    SwingUtilities.invokeAndWait(NoMenus::new);
    GameModule module = load(arguments[0]);
    // A question that every new game begins with is no complaint.
    module.getPrefs().setValue("PromptNewLogAtStart", Boolean.FALSE);
    SwingUtilities.invokeAndWait(() -> describe(module));
    SwingUtilities.invokeAndWait(() -> answer(module, Path.of(arguments[1])));
    for (PlayerRoster roster : module.getAllDescendantComponentsOf(PlayerRoster.class)) {
      say("sides", String.join(",", roster.getSides()));
      module.getGameState().removeGameSetupStep(roster);
    }
    for (PredefinedSetup setup : module.getAllDescendantComponentsOf(PredefinedSetup.class)) {
      if (setup.isUseFile() && !setup.isMenu()) {
        play(module, setup, arguments.length > 2 ? new File(arguments[2]) : null);
      }
    }
    begin(module, arguments.length > 2 ? new File(arguments[2]) : null);
    say("done");
    Runtime.getRuntime().halt(0);
  }

  private static void fail(Throwable error) {
    error.printStackTrace();
    say("message", "error", error.toString());
    Runtime.getRuntime().halt(1);
  }

  /** A menu bar that is never shown. */
  private static final class NoMenus extends MenuManager {
    @Override
    public JMenuBar getMenuBarFor(JFrame frame) {
      return new JMenuBar();
    }

    @Override
    public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
      return new MenuBarProxy();
    }
  }

  private static final class OpenModule extends GameModule {
    OpenModule(DataArchive archive) {
      super(archive);
    }
  }

  private static GameModule load(String path) throws Exception {
    Exception[] failed = new Exception[1];
    SwingUtilities.invokeAndWait(
        () -> {
          try {
            GameModule.init(new OpenModule(new DataArchive(path)));
          } catch (IOException error) {
            failed[0] = error;
          }
        });
    if (failed[0] != null) {
      throw failed[0];
    }
    return GameModule.getGameModule();
  }

  // --- what the engine complains of -----------------------------------------------------------

  private static void listen() {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    AppenderBase<ILoggingEvent> heard =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            say("message", "log", event.getLevel(), event.getFormattedMessage());
          }
        };
    heard.setContext(root.getLoggerContext());
    heard.start();
    root.addAppender(heard);
  }

  private static void watchDialogs() {
    Thread watch =
        new Thread(
            () -> {
              Set<Window> known = new HashSet<>();
              while (true) {
                for (Window window : Window.getWindows()) {
                  if (window instanceof Dialog && ((Dialog) window).isModal()
                      && window.isVisible() && known.add(window)) {
                    say("message", "dialog", ((Dialog) window).getTitle(), words(window));
                    SwingUtilities.invokeLater(window::dispose);
                  }
                }
                try {
                  Thread.sleep(50);
                } catch (InterruptedException stop) {
                  return;
                }
              }
            });
    watch.setDaemon(true);
    watch.start();
  }

  private static String words(Container container) {
    StringBuilder found = new StringBuilder();
    for (Component part : container.getComponents()) {
      if (part instanceof JLabel) {
        found.append(((JLabel) part).getText()).append(' ');
      } else if (part instanceof JTextComponent) {
        found.append(((JTextComponent) part).getText()).append(' ');
      } else if (part instanceof Container) {
        found.append(words((Container) part));
      }
    }
    return found.toString();
  }

  // --- the module -----------------------------------------------------------------------------

  private static void describe(GameModule module) {
    say("module", module.getGameName(), module.getGameVersion());
    for (Map map : module.getAllDescendantComponentsOf(Map.class)) {
      say("map", map.getMapName(), map.getClass().getSimpleName(), map.getId());
      for (String name : map.getBoardPicker().getAllowableBoardNames()) {
        Board board = map.getBoardPicker().getBoard(name);
        Rectangle bounds = board.bounds();
        say("board", map.getMapName(), name, bounds.width, bounds.height);
      }
    }
    for (PieceSlot slot : module.getAllDescendantComponentsOf(PieceSlot.class)) {
      GamePiece piece = slot.getPiece();
      Rectangle bounds = piece.boundingBox();
      say("slot", slot.getConfigureName(), piece.getName(), bounds.width, bounds.height,
          slot.getGpId(), String.join(",", pictures(piece)));
    }
    for (Chart chart : module.getAllDescendantComponentsOf(Chart.class)) {
      say("chart", chart.getConfigureName(), chart.getAttributeValueString(Chart.FILE));
    }
    for (BrowserHelpFile book : module.getAllDescendantComponentsOf(BrowserHelpFile.class)) {
      open(module, book);
    }
  }

  private static void open(GameModule module, BrowserHelpFile book) {
    String name = "help/" + book.getConfigureName().replace(' ', '_');
    String page = book.getAttributeValueString(BrowserHelpFile.STARTING_PAGE);
    try (ZipInputStream packed =
        new ZipInputStream(module.getDataArchive().getInputStream(name))) {
      for (ZipEntry entry = packed.getNextEntry(); entry != null; entry = packed.getNextEntry()) {
        if (entry.getName().equals(page)) {
          say("help", book.getConfigureName(), packed.readAllBytes().length);
          return;
        }
      }
      say("message", "help", name, "has no", page);
    } catch (IOException error) {
      say("message", "help", name, error.toString());
    }
  }

  private static void answer(GameModule module, Path questions) {
    try {
      for (String line : Files.readAllLines(questions)) {
        String[] fields = line.split("\t");
        Point at = new Point(Integer.parseInt(fields[1]), Integer.parseInt(fields[2]));
        for (Map map : module.getAllDescendantComponentsOf(Map.class)) {
          for (String name : map.getBoardPicker().getAllowableBoardNames()) {
            if (name.equals(fields[0])) {
              Board board = map.getBoardPicker().getBoard(name);
              Point snapped = board.snapTo(new Point(at));
              say("name", name, at.x, at.y, board.locationName(at), snapped.x, snapped.y);
            }
          }
        }
      }
    } catch (IOException error) {
      say("message", "judge", error.toString());
    }
  }

  // --- a set-up -------------------------------------------------------------------------------

  private static void play(GameModule module, PredefinedSetup setup, File pictures)
      throws Exception {
    String name = setup.getConfigureName();
    say("setup", name, setup.getFileName());
    GameState state = module.getGameState();
    SwingUtilities.invokeAndWait(
        () -> {
          try (InputStream saved = setup.getSavedGameContents()) {
            Command command = state.decodeSavedGame(saved);
            if (command == null) {
              say("message", "setup", name, "is no saved game");
              return;
            }
            command.execute();
          } catch (IOException error) {
            say("message", "setup", name, error.toString());
          }
        });
    SwingUtilities.invokeAndWait(() -> list(module, name));
    if (pictures != null) {
      SwingUtilities.invokeAndWait(() -> paint(module, name, pictures));
    }
    SwingUtilities.invokeAndWait(
        () -> {
          state.setModified(false);
          state.setup(false);
        });
  }

  /** Begins a game without a set-up; its name here is empty. */
  private static void begin(GameModule module, File pictures) throws Exception {
    say("setup", "", "");
    SwingUtilities.invokeAndWait(
        () -> {
          for (Map map : module.getAllDescendantComponentsOf(Map.class)) {
            String[] names = map.getBoardPicker().getAllowableBoardNames();
            map.getBoardPicker().setBoards(List.of(map.getBoardPicker().getBoard(names[0])));
          }
          GameState state = module.getGameState();
          state.setup(false);
          List<GameSetupStep> steps = new ArrayList<>();
          state.getUnfinishedSetupSteps().forEachRemaining(steps::add);
          steps.forEach(state::removeGameSetupStep);
          state.setup(true);
        });
    SwingUtilities.invokeAndWait(() -> list(module, ""));
    if (pictures != null) {
      SwingUtilities.invokeAndWait(() -> paint(module, "new", pictures));
    }
  }

  private static void list(GameModule module, String setup) {
    for (Map map : module.getAllDescendantComponentsOf(Map.class)) {
      for (Board board : map.getBoards()) {
        say("shown", setup, map.getMapName(), board.getName());
      }
      for (GamePiece piece : map.getPieces()) {
        Point at = piece.getPosition();
        if (piece instanceof Deck) {
          Deck deck = (Deck) piece;
          say("deck", setup, map.getMapName(), deck.getDeckName(), at.x, at.y, deck.isFaceDown());
          for (GamePiece card : deck.asList()) {
            say("card", setup, deck.getDeckName(), card.getName(), String.join(",", pictures(card)));
          }
        } else if (piece instanceof Stack) {
          for (GamePiece one : ((Stack) piece).asList()) {
            place(setup, map, one);
          }
        } else {
          place(setup, map, piece);
        }
      }
    }
  }

  private static void place(String setup, Map map, GamePiece piece) {
    Point at = piece.getPosition();
    FreeRotator turned = (FreeRotator) Decorator.getDecorator(piece, FreeRotator.class);
    say("piece", setup, map.getMapName(), piece.getName(), at.x, at.y, map.locationName(at),
        String.join(",", pictures(piece)), turned == null ? "" : turned.getAngle(),
        piece.getProperty("PieceId"));
  }

  /** The pictures of a piece; an asterisk marks those of the level that a layer shows. */
  private static List<String> pictures(GamePiece piece) {
    List<String> found = new ArrayList<>();
    GamePiece part = piece;
    while (part instanceof Decorator) {
      if (part instanceof Embellishment) {
        Embellishment layer = (Embellishment) part;
        Collection<String> names = new ArrayList<>();
        layer.addLocalImageNames(names);
        found.addAll(names);
        found.add("level " + layer.getValue());
      }
      part = ((Decorator) part).getInner();
    }
    Collection<String> names = new ArrayList<>();
    if (part instanceof VASSAL.counters.BasicPiece) {
      ((VASSAL.counters.BasicPiece) part).addLocalImageNames(names);
    }
    found.addAll(names);
    return found;
  }

  private static void paint(GameModule module, String setup, File folder) {
    int number = 0;
    for (Map map : module.getAllDescendantComponentsOf(Map.class)) {
      if (map.getBoardCount() == 0 || map.mapSize().width == 0) {
        continue;
      }
      map.getZoomer().setZoomFactor(1.0);
      BufferedImage picture =
          new BufferedImage(map.mapSize().width, map.mapSize().height, BufferedImage.TYPE_INT_RGB);
      Graphics2D graphics = picture.createGraphics();
      map.paintRegion(graphics, new Rectangle(map.mapSize()), null);
      graphics.dispose();
      try {
        String safe = setup.replaceAll("[^A-Za-z0-9]", "-");
        ImageIO.write(picture, "png", new File(folder, safe + "-" + number++ + ".png"));
      } catch (IOException error) {
        say("message", "judge", error.toString());
      }
    }
  }

  private static synchronized void say(Object... fields) {
    StringBuilder line = new StringBuilder();
    for (Object field : fields) {
      String text = String.valueOf(field).replace('\t', '\u2409').replace('\n', ' ');
      line.append(line.length() == 0 ? "" : "\t").append(text);
    }
    OUT.println(line);
  }
}
